import type { AgentCreate, AgentPatch } from "../../shared/admin.ts";
import type { ToolTest, ToolTested } from "../../shared/tool-test.ts";
import type { Actor } from "../actor.ts";
import { audit, change, insert } from "../change.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import type { InvalidationSources } from "../invalidate.ts";
import { permit } from "../permissions.ts";
import {
  type Agent,
  agentDifference,
  agentFromRow,
  deleteAgent,
  insertAgent,
  updateAgent,
  withoutSecrets,
} from "../storage/agents.ts";
import { type Project, touchProject } from "../storage/projects.ts";
import type { Row } from "../storage/table.ts";
import { withSecrets } from "../tools/tool-secrets.ts";
import { tryTool } from "../tools/try-tool.ts";
import { readVariables } from "../variables.ts";
import { loadProject } from "./load.ts";

/** A new agent as the audit log stores it: without the tools' secrets. */
const audited = (fields: AgentCreate) => (fields.tools ? { ...fields, tools: withoutSecrets(fields.tools) } : fields);

/** @param made new secrets of webhook tools that were sent without one, by tool name; shown only once */
export interface SavedAgent {
  agent: Agent;
  made: ReadonlyMap<string, string>;
}

export async function createAgent(
  bindings: InvalidationSources,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  fields: AgentCreate,
): Promise<SavedAgent> {
  const { DB } = bindings;
  const { tools, made: secrets } = withSecrets(fields.tools ?? [], []);
  const now = Date.now();
  const record = { ...permit(actor, "agent.create", project), change: audited(fields) };
  const statement = insertAgent(DB, { ...fields, tools }, now);
  const touch = { gates: bindings, projects: touchProject(DB, project.id, now) };
  const row = await insert<Row>(DB, record, statement, { project_id: project.id, touch });
  return { agent: agentFromRow(row), made: secrets };
}

export async function changeAgent(
  bindings: InvalidationSources,
  actor: Actor,
  agent: Agent,
  patch: AgentPatch,
): Promise<SavedAgent> {
  const { DB } = bindings;
  const project = await loadProject(DB, actor, agent.project_id);
  const { tools, made } = patch.tools ? withSecrets(patch.tools, agent.tools) : { tools: undefined, made: new Map() };
  const permitted = permit(actor, "agent.update", project);
  const changes = { ...patch, tools };
  const record = { ...permitted, target: `agent:${agent.id}`, ...agentDifference(agent, changes) };
  const touch = { gates: bindings, projects: touchProject(DB, project.id, Date.now()) };
  const row = await change<Row>(DB, record, updateAgent(DB, agent.id, changes), { touch });
  if (!row) throw new ApiError("agent_not_found");
  return { agent: agentFromRow(row), made };
}

/** Calls a tool so that its owner sees the result. */
export async function testToolOf(bindings: Bindings, actor: Actor, agent: Agent, test: ToolTest): Promise<ToolTested> {
  const project = await loadProject(bindings.DB, actor, agent.project_id);
  await audit(bindings.DB, {
    ...permit(actor, "tool.test", project),
    target: `agent:${agent.id}`,
    change: { tool: test.tool.name, ...(test.tool.url && { url: test.tool.url }) },
  });
  return tryTool(agent, test, readVariables(bindings), Date.now());
}

/** The keys of its channels stay: a page that uses one gets the error that the agent no longer exists. */
export async function removeAgent(bindings: InvalidationSources, actor: Actor, agent: Agent): Promise<void> {
  const { DB } = bindings;
  const project = await loadProject(DB, actor, agent.project_id);
  const now = Date.now();
  const record = { ...permit(actor, "agent.delete", project), target: `agent:${agent.id}` };
  const touch = { gates: bindings, projects: touchProject(DB, project.id, now) };
  await change(DB, record, deleteAgent(DB, agent.id, now), { touch });
}
