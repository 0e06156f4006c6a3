import type { Context } from "hono";
import * as z from "zod";
import { agentCreate, agentPatch } from "../../../shared/admin.ts";
import { toolTest } from "../../../shared/tool-test.ts";
import { scopeOf } from "../../actor.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, queryInteger, readBody, readQuery } from "../../http/read-request.ts";
import { changeAgent, createAgent, removeAgent, type SavedAgent, testToolOf } from "../../projects/agents.ts";
import { loadAgent, loadProject } from "../../projects/load.ts";
import { type Agent, listAgents } from "../../storage/agents.ts";
import { checkTools } from "../../tools/check-tools.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";

/** Shows whether a tool has a secret; the secret itself is only in the answer that creates it. */
const shown = (agent: Agent, made: SavedAgent["made"] = {}) => ({
  ...agent,
  tools: agent.tools.map(({ secret, url, ...tool }) => ({
    ...tool,
    url: url ?? null,
    has_secret: secret !== undefined,
    ...(made[tool.name] !== undefined && { secret: made[tool.name] }),
  })),
});
const saved = ({ agent, made }: SavedAgent) => shown(agent, made);

/** @throws ValidationError also for tools that could never be called, although their shape is right */
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
  return c.json({ ...page, items: page.items.map((agent) => shown(agent)) });
}

export const read = async (c: Context<AppEnv>) => c.json(shown(await loadAgent(c.env.DB, c.var.actor, pathId(c))));

export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readAgent(c, agentCreate);
  const project = await loadProject(c.env.DB, c.var.actor, body.project_id);
  return idempotent(c, body, async () => saved(await createAgent(c.env, c.var.actor, project, body)));
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const agent = await loadAgent(c.env.DB, c.var.actor, pathId(c));
  const body = await readAgent(c, agentPatch);
  return c.json(saved(await changeAgent(c.env, c.var.actor, agent, body)));
}

/** `POST /admin/v1/agents/{id}/tools/test` */
export async function testTool(c: Context<AppEnv>): Promise<Response> {
  const agent = await loadAgent(c.env.DB, c.var.actor, pathId(c));
  const variables = readVariables(c.env);
  const body = await readBody(c, toolTest);
  const faults = checkTools([body.tool], variables).map((fault) => ({
    ...fault,
    loc: ["body", "tool", ...fault.loc.slice(3)],
  }));
  if (faults.length > 0) throw new ValidationError(faults);
  return c.json(await testToolOf(c.env, c.var.actor, agent, body));
}

export async function remove(c: Context<AppEnv>): Promise<Response> {
  await removeAgent(c.env, c.var.actor, await loadAgent(c.env.DB, c.var.actor, pathId(c)));
  return c.body(null, 204);
}
