import type { Context } from "hono";
import * as z from "zod";
import { agentCreate, agentPatch } from "../../../shared/admin.ts";
import { type App, scopeOf } from "../../http/context.ts";
import { ApiError, RequestFaults } from "../../http/error.ts";
import { readPage } from "../../http/page.ts";
import { pathId, queryInteger, readBody, readQuery } from "../../http/request.ts";
import { announceVersions, type ProjectVersion } from "../../projects/announce.ts";
import { settings } from "../../settings.ts";
import {
  type Agent,
  type AgentRow,
  agentOf,
  completeAgent,
  deleteAgent,
  insertAgent,
  listAgents,
  updateAgent,
} from "../../storage/agents.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import { touchProject } from "../../storage/projects.ts";
import { madeRow, rowsOf } from "../../storage/rows.ts";
import { checkTools } from "../../tools/check-tools.ts";
import { idempotent } from "./idempotent.ts";
import { acting, agentById, projectById } from "./nouns.ts";

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
async function readAgent<Body extends { tools?: unknown }>(c: Context<App>, schema: z.ZodType<Body>): Promise<Body> {
  const faultsOf = ({ tools }: { tools?: unknown }) => checkTools(tools, settings(c.env));
  const body = await readBody(c, schema, faultsOf);
  const faults = faultsOf(body);
  if (faults.length > 0) throw new RequestFaults(faults);
  return body;
}

const query = z.object({ project_id: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional() });

export async function list(c: Context<App>): Promise<Response> {
  const { project_id = null } = readQuery(c, query);
  const page = await listAgents(c.env.DB, readPage(c), scopeOf(c.var.actor), project_id);
  return c.json({ ...page, items: page.items.map(shown) });
}

export const read = async (c: Context<App>) => c.json(shown(await agentById(c, pathId(c))));

export async function create(c: Context<App>): Promise<Response> {
  const body = await readAgent(c, agentCreate);
  const project = await projectById(c, body.project_id);
  return idempotent(c, body, async () => {
    const now = Date.now();
    const [made, , touched] = await c.env.DB.batch([
      insertAgent(c.env.DB, completeAgent(body), now),
      auditInsert(
        c.env.DB,
        "agent",
        { ...acting(c, project.org_id), action: "agent.create", change: changeOf(body) },
        now,
      ),
      touchProject(c.env.DB, project.id, now),
    ]);
    await announceVersions(c.env, rowsOf<ProjectVersion>(touched));
    return shown(agentOf(madeRow<AgentRow>(made)));
  });
}

export async function update(c: Context<App>): Promise<Response> {
  const agent = await agentById(c, pathId(c));
  const body = await readAgent(c, agentPatch);
  const project = await projectById(c, agent.project_id);
  const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const changed = {
    ...agent,
    ...named,
    tools: body.tools ? keepSecrets(body.tools, agent.tools) : agent.tools,
  } as Agent;
  const now = Date.now();
  const record = {
    ...acting(c, project.org_id),
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
  await announceVersions(c.env, rowsOf<ProjectVersion>(touched));
  return c.json(shown(agentOf(row)));
}

/** Its channels' keys stay: a page with one of them is told that the agent is not there any more. */
export async function remove(c: Context<App>): Promise<Response> {
  const agent = await agentById(c, pathId(c));
  const project = await projectById(c, agent.project_id);
  const now = Date.now();
  const record = { ...acting(c, project.org_id), action: "agent.delete", target: `agent:${agent.id}` };
  const [, , touched] = await c.env.DB.batch([
    deleteAgent(c.env.DB, agent.id, now),
    auditIfChanged(c.env.DB, record, now),
    touchProject(c.env.DB, project.id, now),
  ]);
  await announceVersions(c.env, rowsOf<ProjectVersion>(touched));
  return c.body(null, 204);
}
