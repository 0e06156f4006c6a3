import type { AgentCreate, AgentPatch } from "../../shared/admin.ts";
import type { Actor } from "../auth/actor.ts";
import { ApiError } from "../http/errors.ts";
import type { GateBindings } from "../objects/key-gate/client.ts";
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
import { invalidateProjects, type ProjectVersion } from "./invalidate.ts";
import { auditActor, loadProject } from "./load.ts";

type Sources = GateBindings & { DB: D1Database };

/** A change as the audit log may keep it: without the tools' secrets. */
const auditedChange = <T extends { tools?: { secret?: string }[] }>(change: T) =>
  change.tools ? { ...change, tools: change.tools.map(({ secret: _, ...tool }) => tool) } : change;

/** A tool that comes back without its secret keeps the one it had: no answer shows it, so none could be sent. */
const keepSecrets = (tools: Agent["tools"], before: Agent["tools"]): Agent["tools"] =>
  tools.map((tool) => {
    const secret = tool.secret ?? before.find(({ name, kind }) => name === tool.name && kind === tool.kind)?.secret;
    return tool.kind === "webhook" && secret !== undefined ? { ...tool, secret } : tool;
  });

export async function createAgent(
  bindings: Sources,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  fields: AgentCreate,
): Promise<Agent> {
  const { DB } = bindings;
  const now = Date.now();
  const record = { ...auditActor(actor, project.org_id), action: "agent.create", change: auditedChange(fields) };
  const [made, , touched] = await DB.batch([
    insertAgent(DB, withAgentDefaults(fields), now),
    auditInsert(DB, "agent", record, now),
    touchProject(DB, project.id, now),
  ]);
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(touched));
  return agentFromRow(insertedRow<AgentRow>(made));
}

export async function changeAgent(bindings: Sources, actor: Actor, agent: Agent, change: AgentPatch): Promise<Agent> {
  const { DB } = bindings;
  const project = await loadProject(DB, actor, agent.project_id);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const tools = change.tools ? keepSecrets(change.tools, agent.tools) : agent.tools;
  const now = Date.now();
  const record = {
    ...auditActor(actor, project.org_id),
    action: "agent.update",
    target: `agent:${agent.id}`,
    change: auditedChange(change),
  };
  const [updated, , touched] = await DB.batch([
    updateAgent(DB, { ...agent, ...given, tools } as Agent),
    auditIfChanged(DB, record, now),
    touchProject(DB, project.id, now),
  ]);
  const row = rowsOf<AgentRow>(updated)[0];
  if (!row) throw new ApiError("agent_not_found");
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(touched));
  return agentFromRow(row);
}

/** The keys of its channels stay: a page with one of them is told that the agent does not exist any more. */
export async function removeAgent(bindings: Sources, actor: Actor, agent: Agent): Promise<void> {
  const { DB } = bindings;
  const project = await loadProject(DB, actor, agent.project_id);
  const now = Date.now();
  const record = { ...auditActor(actor, project.org_id), action: "agent.delete", target: `agent:${agent.id}` };
  const [, , touched] = await DB.batch([
    deleteAgent(DB, agent.id, now),
    auditIfChanged(DB, record, now),
    touchProject(DB, project.id, now),
  ]);
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(touched));
}
