import type { Context } from "hono";
import * as z from "zod";
import { agentCreate, agentPatch } from "../../../shared/admin.ts";
import { toolTest } from "../../../shared/tool-test.ts";
import { scopeOf } from "../../actor.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { queryInteger, readQuery } from "../../http/read-request.ts";
import { operationsOf, type ReadBody } from "../../openapi/operation.ts";
import { changeAgent, createAgent, removeAgent, type SavedAgent, testToolOf } from "../../projects/agents.ts";
import { loadProject } from "../../projects/load.ts";
import { type Agent, listAgents } from "../../storage/agents.ts";
import { checkTools } from "../../tools/check-tools.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";
import { agentOfPath } from "./of-path.ts";

const operation = operationsOf("Agents");

/** Shows whether a tool has a secret; the secret itself is only in the answer that creates it. */
const shown = (agent: Agent, made: SavedAgent["made"] = new Map()) => ({
  ...agent,
  tools: agent.tools.map(({ secret, url, ...tool }) => ({
    ...tool,
    url: url ?? null,
    has_secret: secret !== undefined,
    ...(made.has(tool.name) && { secret: made.get(tool.name) }),
  })),
});
const saved = ({ agent, made }: SavedAgent) => shown(agent, made);

/** @throws ValidationError also for tools that could never be called, although their shape is right */
async function readAgent<Body extends z.ZodType<{ tools?: unknown }>>(c: Context<AppEnv>, readBody: ReadBody<Body>) {
  const faultsOf = ({ tools }: { tools?: unknown }) => checkTools(tools, readVariables(c.env));
  const body = await readBody(faultsOf);
  const faults = faultsOf(body);
  if (faults.length > 0) throw new ValidationError(faults);
  return body;
}

const query = z.object({
  project_id: queryInteger({ min: 1 }, { description: "Only those of this project." }).optional(),
});

export const list = operation({
  id: "listAgents",
  summary: "List agents",
  query,
  page: "AgentList",
  async handle(c) {
    const { project_id = null } = readQuery(c, query);
    const page = await listAgents(c.env.DB, readPage(c), scopeOf(c.var.actor), project_id);
    return c.json({ ...page, items: page.items.map((agent) => shown(agent)) });
  },
});

export const read = operation({
  id: "getAgent",
  summary: "Read an agent",
  answers: { 200: { description: "The current state.", schema: "Agent" } },
  handle: async (c) => c.json(shown(await agentOfPath(c))),
});

export const create = operation({
  id: "createAgent",
  summary: "Create an agent",
  body: agentCreate,
  answers: { 201: { description: "Created.", schema: "Agent" } },
  errors: ["project_not_found", "conflict", "in_progress"],
  bounds: ["agent.create"],
  repeatable: true,
  async handle(c, readBody) {
    const body = await readAgent(c, readBody);
    const project = await loadProject(c.env.DB, c.var.actor, body.project_id);
    return idempotent(c, body, async () => saved(await createAgent(c.env, c.var.actor, project, body)));
  },
});

export const update = operation({
  id: "updateAgent",
  summary: "Change an agent",
  description: "A field left out stays as it is; a tool sent without `secret` keeps the one it has.",
  body: agentPatch,
  answers: { 200: { description: "The current state.", schema: "Agent" } },
  bounds: ["agent.update"],
  async handle(c, readBody) {
    const agent = await agentOfPath(c);
    const body = await readAgent(c, readBody);
    return c.json(saved(await changeAgent(c.env, c.var.actor, agent, body)));
  },
});

export const testTool = operation({
  id: "testTool",
  summary: "Try a tool of an agent",
  description:
    "Calls a webhook tool as a model would, outside of any session; the tool need not be saved yet. If the tool fails, that is the answer, not an error. A `client` tool runs on the page and cannot be tried here.",
  body: toolTest,
  answers: { 200: { description: "The tool's result or failure.", schema: "ToolTested" } },
  bounds: ["tool.test"],
  async handle(c, readBody) {
    const agent = await agentOfPath(c);
    const variables = readVariables(c.env);
    const body = await readBody();
    const faults = checkTools([body.tool], variables).map((fault) => ({
      ...fault,
      loc: ["body", "tool", ...fault.loc.slice(3)],
    }));
    if (faults.length > 0) throw new ValidationError(faults);
    return c.json(await testToolOf(c.env, c.var.actor, agent, body));
  },
});

export const remove = operation({
  id: "deleteAgent",
  summary: "Delete an agent",
  answers: { 204: "Deleted." },
  async handle(c) {
    await removeAgent(c.env, c.var.actor, await agentOfPath(c));
    return c.body(null, 204);
  },
});
