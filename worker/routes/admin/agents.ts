import type { Context } from "hono";
import * as z from "zod";
import { agentCreate, agentPatch } from "../../../shared/admin.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, queryInteger, readBody, readQuery } from "../../http/read-request.ts";
import { invalidateProjects, type ProjectVersion } from "../../projects/invalidate.ts";
import {
  type Agent,
  type AgentRow,
  agentFromRow,
  deleteAgent,
  insertAgent,
  listAgents,
  updateAgent,
  withAgentDefaults,
} from "../../storage/agents.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import { touchProject } from "../../storage/projects.ts";
import { insertedRow, rowsOf } from "../../storage/rows.ts";
import { checkTools } from "../../tools/check-tools.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";
import { auditActor, loadAgent, loadProject } from "./load.ts";

/** Tools are shown with whether they have a secret, never with which. */
const shown = (agent: Agent) => ({
  ...agent,
  tools: agent.tools.map(({ secret, url, ...tool }) => ({
    ...tool,
    url: url ?? null,
    has_secret: secret !== undefined,
  })),
});
const changeOf = <T extends { tools?: { secret?: string }[] }>(body: T) =>
  body.tools ? { ...body, tools: body.tools.map(({ secret: _, ...tool }) => tool) } : body;

/** A tool that comes back without its secret keeps the one it had: no answer tells it, so that none could be sent. */
const keepSecrets = (tools: Agent["tools"], before: Agent["tools"]): Agent["tools"] =>
  tools.map((tool) => {
    const secret = tool.secret ?? before.find(({ name, kind }) => name === tool.name && kind === tool.kind)?.secret;
    return tool.kind === "webhook" && secret !== undefined ? { ...tool, secret } : tool;
  });

/** @throws RequestFaults also for tools that have the right shape but could never be called */
async function readAgent<Sent extends { tools?: unknown }>(c: Context<AppEnv>, schema: z.ZodType<Sent>): Promise<Sent> {
  const faultsOf = ({ tools }: { tools?: unknown }) => checkTools(tools, readVariables(c.env));
  const body = await readBody(c, schema, faultsOf);
  const faults = faultsOf(body);
  if (faults.length > 0) throw new ValidationError(faults);
  return body;
}

const query = z.object({ project_id: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional() });

export async function list(c: Context<AppEnv>): Promise<Response> {
  const { project_id = null } = readQuery(c, query);
  const page = await listAgents(c.env.DB, readPage(c), scopeOf(c.var.actor), project_id);
  return c.json({ ...page, items: page.items.map(shown) });
}

export const read = async (c: Context<AppEnv>) => c.json(shown(await loadAgent(c, pathId(c))));

export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readAgent(c, agentCreate);
  const project = await loadProject(c, body.project_id);
  return idempotent(c, body, async () => {
    const now = Date.now();
    const [made, , touched] = await c.env.DB.batch([
      insertAgent(c.env.DB, withAgentDefaults(body), now),
      auditInsert(
        c.env.DB,
        "agent",
        { ...auditActor(c, project.org_id), action: "agent.create", change: changeOf(body) },
        now,
      ),
      touchProject(c.env.DB, project.id, now),
    ]);
    await invalidateProjects(c.env, rowsOf<ProjectVersion>(touched));
    return shown(agentFromRow(insertedRow<AgentRow>(made)));
  });
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const agent = await loadAgent(c, pathId(c));
  const body = await readAgent(c, agentPatch);
  const project = await loadProject(c, agent.project_id);
  const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const changed = {
    ...agent,
    ...named,
    tools: body.tools ? keepSecrets(body.tools, agent.tools) : agent.tools,
  } as Agent;
  const now = Date.now();
  const record = {
    ...auditActor(c, project.org_id),
    action: "agent.update",
    target: `agent:${agent.id}`,
    change: changeOf(body),
  };
  const [updated, , touched] = await c.env.DB.batch([
    updateAgent(c.env.DB, changed),
    auditIfChanged(c.env.DB, record, now),
    touchProject(c.env.DB, project.id, now),
  ]);
  const row = rowsOf<AgentRow>(updated)[0];
  if (!row) throw new ApiError("agent_not_found");
  await invalidateProjects(c.env, rowsOf<ProjectVersion>(touched));
  return c.json(shown(agentFromRow(row)));
}

/** Its channels' keys stay: a page with one of them is told that the agent is not there any more. */
export async function remove(c: Context<AppEnv>): Promise<Response> {
  const agent = await loadAgent(c, pathId(c));
  const project = await loadProject(c, agent.project_id);
  const now = Date.now();
  const record = { ...auditActor(c, project.org_id), action: "agent.delete", target: `agent:${agent.id}` };
  const [, , touched] = await c.env.DB.batch([
    deleteAgent(c.env.DB, agent.id, now),
    auditIfChanged(c.env.DB, record, now),
    touchProject(c.env.DB, project.id, now),
  ]);
  await invalidateProjects(c.env, rowsOf<ProjectVersion>(touched));
  return c.body(null, 204);
}
