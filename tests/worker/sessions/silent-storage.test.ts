import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import worker from "../../../worker/index.ts";
import { KNOWLEDGE_LIMIT_MS, loadAgentKnowledge } from "../../../worker/knowledge/agent-knowledge.ts";
import { ANSWER_LIMIT, configuredModel } from "../../../worker/sessions/analysis-model.ts";
import { lastUtterancesIfKnown, SAID_LIMIT_MS } from "../../../worker/sessions/transcript.ts";
import { KV_LIMIT_MS } from "../../../worker/storage/snapshots.ts";
import { silentDatabase } from "../../harness/worker/broken-database.ts";
import { endAtOnce } from "../../harness/worker/end-at-once.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin, apiKey, requestOf } from "../../harness/worker/request.ts";

/** What takes a question and never answers: each limit is over at once here. */
const silent = () => new Promise<never>(() => {});

afterEach(() => vi.restoreAllMocks());

async function ask(bindings: object, ...sent: Parameters<typeof requestOf>): Promise<Response> {
  const request = requestOf(...sent) as Parameters<typeof worker.fetch>[0];
  return worker.fetch(request, { ...env, ...bindings }, createExecutionContext());
}

it("gives pages their widget where KV never answers", async () => {
  const here = await world();
  endAtOnce(KV_LIMIT_MS);
  vi.spyOn(console, "warn").mockReturnValue();
  const SNAPSHOTS = { get: silent, put: silent };
  const answer = await ask({ SNAPSHOTS }, "GET", "/widget/v1/config", { headers: apiKey(here.key) });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ project_id: here.project_id });
});

it("starts a call whose agent remembers where its store never tells what was said", async () => {
  const here = await world({ agent: { memory: true } });
  endAtOnce(SAID_LIMIT_MS);
  vi.spyOn(console, "error").mockReturnValue();
  const body = { agent_id: here.agent_id, visitor_id: "v1" };
  const PROJECT_STORE = { getByName: () => ({ memoryOf: silent }) };
  const answer = await ask({ PROJECT_STORE }, "POST", "/widget/v1/session", { headers: apiKey(here.key), body });
  expect(answer.status).toBe(200);
  await answer.json();
});

it("starts a call whose agent searches where the database never tells what it knows", async () => {
  const here = await world();
  endAtOnce(KNOWLEDGE_LIMIT_MS);
  vi.spyOn(console, "error").mockReturnValue();
  const bindings = { ...env, DB: silentDatabase("knowledge_") };
  expect(await loadAgentKnowledge(bindings, { knowledge: true, project_id: here.project_id }, true)).toEqual({
    kind: "search",
  });
});

it("asks what D1 has of a call's knowledge side by side", async () => {
  const here = await world({ agent: { knowledge: true } });
  await admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", title: "Shop", text: "Open from nine." });
  // Whether pages are to be moved is answered once the pages were asked for.
  const asked = Promise.withResolvers<void>();
  const DB = Object.create(env.DB) as D1Database;
  DB.prepare = (sql) => {
    const statement = env.DB.prepare(sql);
    if (sql.includes("ORDER BY s.id, p.id")) asked.resolve();
    if (!sql.includes("AS there")) return statement;
    const first = (column: string) => asked.promise.then(() => env.DB.prepare(sql).bind(here.project_id).first(column));
    return { bind: () => ({ first }) } as unknown as D1PreparedStatement;
  };
  const agent = { knowledge: true, project_id: here.project_id };
  expect(await loadAgentKnowledge({ ...env, DB }, agent, true)).toMatchObject({ kind: "whole" });
});

it("goes on with a conversation where its store never tells what was said", async () => {
  endAtOnce(SAID_LIMIT_MS);
  vi.spyOn(console, "error").mockReturnValue();
  const bindings = { PROJECT_STORE: { getByName: () => ({ lastSaid: silent }) } };
  expect(await lastUtterancesIfKnown(bindings, 1, ["ses_1"], 60)).toEqual([]);
});

it("gives an analysis up where Workers AI never answers", async () => {
  endAtOnce(ANSWER_LIMIT);
  const variables = { AI: { run: silent } as unknown as Ai, ANALYSIS_MODEL: "@cf/a/b" };
  const ask = configuredModel({ ...env, ...variables });
  await expect(ask?.([])).rejects.toThrow("The model did not answer within 30 seconds");
});
