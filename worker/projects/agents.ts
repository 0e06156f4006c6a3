import type { AgentCreate, AgentPatch } from "../../shared/admin.ts";
import type { ToolTest, ToolTested } from "../../shared/tool-test.ts";
import type { Actor } from "../actor.ts";
import { batchWithin, recordWithin } from "../bounds.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import type { GateBindings } from "../objects/key-gate/client.ts";
import { permit } from "../permissions.ts";
import {
  type Agent,
  type AgentRow,
  agentFromRow,
  deleteAgent,
  insertAgent,
  updateAgent,
  withAgentDefaults,
} from "../storage/agents.ts";
import { auditIfChanged, auditInsert } from "../storage/audit.ts";
import { type Project, touchProject } from "../storage/projects.ts";
import { insertedRow, rowsOf } from "../storage/rows.ts";
import { withSecrets } from "../tools/tool-secrets.ts";
import { tryTool } from "../tools/try-tool.ts";
import { readVariables } from "../variables.ts";
import { invalidateProjects, type ProjectVersion } from "./invalidate.ts";
import { loadProject } from "./load.ts";

type Sources = GateBindings & { DB: D1Database };

/** A change as the audit log stores it: without the tools' secrets. */
const auditedChange = <T extends { tools?: { secret?: string }[] }>(change: T) =>
  change.tools ? { ...change, tools: change.tools.map(({ secret: _, ...tool }) => tool) } : change;

/** @param made new secrets of webhook tools that were sent without one, by tool name; shown only once */
export interface SavedAgent {
  agent: Agent;
  made: Record<string, string>;
}

export async function createAgent(
  bindings: Sources,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  fields: AgentCreate,
): Promise<SavedAgent> {
  const { DB } = bindings;
  const { tools, made: secrets } = withSecrets(fields.tools ?? [], []);
  const now = Date.now();
  const record = { ...permit(actor, "agent.create", project.org_id), change: auditedChange(fields) };
  const owner = { org_id: project.org_id, project_id: project.id };
  const [made, , touched] = await batchWithin(DB, actor, "agent.create", owner, [
    insertAgent(DB, withAgentDefaults({ ...fields, tools }), now),
    auditInsert(DB, "agent", record, now),
    touchProject(DB, project.id, now),
  ]);
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(touched));
  return { agent: agentFromRow(insertedRow<AgentRow>(made)), made: secrets };
}

export async function changeAgent(
  bindings: Sources,
  actor: Actor,
  agent: Agent,
  change: AgentPatch,
): Promise<SavedAgent> {
  const { DB } = bindings;
  const project = await loadProject(DB, actor, agent.project_id);
  const { tools, made } = change.tools ? withSecrets(change.tools, agent.tools) : { tools: undefined, made: {} };
  const now = Date.now();
  const record = {
    ...permit(actor, "agent.update", project.org_id),
    target: `agent:${agent.id}`,
    change: auditedChange(change),
  };
  const [updated, , touched] = await batchWithin(DB, actor, "agent.update", record, [
    updateAgent(DB, agent.id, { ...change, tools }),
    auditIfChanged(DB, record, now),
    touchProject(DB, project.id, now),
  ]);
  const row = rowsOf<AgentRow>(updated)[0];
  if (!row) throw new ApiError("agent_not_found");
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(touched));
  return { agent: agentFromRow(row), made };
}

/** Calls a tool so that its owner sees the result. */
export async function testToolOf(bindings: Bindings, actor: Actor, agent: Agent, test: ToolTest): Promise<ToolTested> {
  const project = await loadProject(bindings.DB, actor, agent.project_id);
  await recordWithin(bindings.DB, actor, "tool.test", {
    ...permit(actor, "tool.test", project.org_id),
    target: `agent:${agent.id}`,
    change: { tool: test.tool.name, ...(test.tool.url && { url: test.tool.url }) },
  });
  return tryTool(agent, test, readVariables(bindings), Date.now());
}

/** The keys of its channels stay: a page that uses one gets the error that the agent no longer exists. */
export async function removeAgent(bindings: Sources, actor: Actor, agent: Agent): Promise<void> {
  const { DB } = bindings;
  const project = await loadProject(DB, actor, agent.project_id);
  const now = Date.now();
  const record = { ...permit(actor, "agent.delete", project.org_id), target: `agent:${agent.id}` };
  const [, , touched] = await DB.batch([
    deleteAgent(DB, agent.id, now),
    auditIfChanged(DB, record, now),
    touchProject(DB, project.id, now),
  ]);
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(touched));
}
