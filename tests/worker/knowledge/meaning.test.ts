import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { ADMIN } from "../../../worker/actor.ts";
import { followMeaning, meaningOf } from "../../../worker/knowledge/meaning.ts";
import { searchKnowledge } from "../../../worker/knowledge/search.ts";
import { addSource, deleteKnowledgeOfProject, removeSource } from "../../../worker/knowledge/sources.ts";
import { restorePart } from "../../../worker/projects/restore.ts";
import { findSource } from "../../../worker/storage/knowledge-sources.ts";
import { manifestOf, takeBackup } from "../../harness/worker/archive.ts";
import { installAnew } from "../../harness/worker/installation.ts";
import { world } from "../../harness/worker/organization.ts";
import { inIndex, passagesOf } from "../../harness/worker/passage-index.ts";
import { admin } from "../../harness/worker/request.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What a text may be about, one dimension each: the models here know these and nothing else. */
const TOPICS = [
  /post|parcel|shipping|delivery|arrive/i,
  /dog|animal|pet\b/i,
  /open|hours|closed/i,
  /password|sign/i,
  /money|refund/i,
  /\bcar\b|parking/i,
  /meat|vegan/i,
  /database|connect/i,
  /days off|vacation/i,
  /screen|display/i,
];
const about = (text: string) => [...TOPICS.map((topic) => (topic.test(text) ? 1 : 0.05)), text.length / 5_000];

interface Asked {
  url: string;
  headers: Headers;
  body: {
    input?: string[];
    model?: string;
    dimensions?: number;
    requests?: { content: { parts: { text: string }[] } }[];
  };
}

/** Servers of embeddings as OpenAI's and Gemini's wire has them. */
function standIns(embed: (text: string) => number[] = about) {
  const asked: Asked[] = [];
  const state = { status: 200, embed };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    const body = JSON.parse(String(init?.body)) as Asked["body"];
    asked.push({ url, headers: new Headers(init?.headers), body });
    if (state.status !== 200) return new Response("{}", { status: state.status });
    if (url.endsWith(":batchEmbedContents"))
      return Response.json({
        embeddings: body.requests?.map(({ content }) => ({ values: state.embed(content.parts[0]?.text ?? "") })),
      });
    const data = (body.input ?? []).map((text, index) => ({
      object: "embedding",
      index,
      embedding: state.embed(text),
    }));
    return Response.json({ object: "list", data: data.toReversed() });
  });
  return { asked, state };
}

const COMPATIBLE = {
  EMBEDDINGS: "compatible",
  EMBEDDINGS_BASE_URL: "https://vectors.example/v1",
  EMBEDDINGS_API_KEY: "sk-vectors",
  EMBEDDINGS_MODEL: "small",
};

/** The object of a project's vectors, with these variables from now on. */
async function vectorsOf(project_id: number, variables: object) {
  const object = env.PASSAGE_VECTORS.getByName(String(project_id));
  await runInDurableObject(object, (instance) => {
    (instance as unknown as { env: object }).env = { ...env, ...variables };
  });
  return object;
}

async function workOf(object: DurableObjectStub<import("../../../worker/index.ts").PassageVectors>): Promise<void> {
  while (await runDurableObjectAlarm(object));
}

/** A project whose Worker and object have these variables. */
async function here(variables: object = COMPATIBLE) {
  const { project_id, org_id } = await world();
  const bindings = { ...env, ...variables } as typeof env;
  const object = await vectorsOf(project_id, variables);
  const work = () => workOf(object);
  const add = (title: string, words: string) =>
    addSource(bindings, operator, { id: project_id, org_id }, text(title, words), "https://voice.example");
  const ask = (question: string) => searchKnowledge(bindings, project_id, question, 5);
  return { bindings, object, project_id, org_id, work, add, ask };
}

const operator = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;
const text = (title: string, words: string) => ({ kind: "text" as const, title, text: words });

/** Three pages, of which each is about one thing. */
async function filled(variables: object = COMPATIBLE) {
  const site = await here(variables);
  await site.add("Parcels", "A parcel leaves every Wednesday.");
  await site.add("Dogs", "Every dog gets a bowl of water.");
  await site.add("Hours", "We are closed on Monday.");
  return site;
}

test("a question is answered by meaning where no word matches, and found by both where words match too", async () => {
  const { asked } = standIns();
  const { work, ask } = await filled();
  await work();
  expect(asked.map(({ url }) => url)).toContain("https://vectors.example/v1/embeddings");
  expect(asked[0]?.headers.get("authorization")).toBe("Bearer sk-vectors");
  const { found, items } = await ask("How does the post work?");
  expect(found).toBe(true);
  expect(items[0]).toMatchObject({ title: "Parcels", by: ["meaning"] });
  expect((await ask("dog bowl")).items[0]).toMatchObject({ title: "Dogs", by: ["words", "meaning"] });
  expect(await ask("quantum physics")).toMatchObject({ found: false });
});

test("words find a passage at once, and while the model does not answer", async () => {
  const { state } = standIns();
  state.status = 503;
  const { object, ask } = await filled();
  expect((await ask("dog bowl")).items[0]).toMatchObject({ title: "Dogs", by: ["words"] });
  await runDurableObjectAlarm(object);
  expect(await object.state()).toMatchObject({ ready: 0, waiting: 3, problem: expect.stringContaining("503") });
  state.status = 200;
  await runDurableObjectAlarm(object);
  expect(await object.state()).toMatchObject({ ready: 3, waiting: 0, problem: null });
  expect((await ask("dog bowl")).items[0]).toMatchObject({ by: ["words", "meaning"] });
  state.status = 500;
  expect((await ask("dog bowl")).items[0]).toMatchObject({ by: ["words"] });
});

test.each([
  ["numbers that are none", (text: string) => about(text).map(() => Number.NaN)],
  ["nothing but zeros", (text: string) => about(text).map(() => 0)],
  ["empty vectors", () => []],
])("a model that gives %s leaves the words", async (_what, embed) => {
  standIns(embed);
  const { object, ask } = await filled();
  await runDurableObjectAlarm(object);
  expect(await object.state()).toMatchObject({ ready: 0, problem: expect.stringContaining("EmbeddingFailure") });
  expect((await ask("dog bowl")).items[0]).toMatchObject({ title: "Dogs", by: ["words"] });
});

test.each([
  ["no JSON", () => new Response("<html>Sign in</html>")],
  ["no vectors", () => Response.json({ object: "list" })],
  ["fewer vectors than texts", () => Response.json({ data: [] })],
  ["an answer that breaks off", () => new Response('{"data": [{"index": 0, "embedding": [0.1')],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "http://10.0.0.1/" } })],
])("a server that gives %s leaves the words", async (_what, answer) => {
  standIns();
  const { object, work, ask } = await filled();
  await work();
  const fetched = vi.fn(async () => answer());
  vi.stubGlobal("fetch", fetched);
  expect((await ask("dog bowl")).items[0]).toMatchObject({ title: "Dogs", by: ["words"] });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await object.state()).toMatchObject({ ready: 3 });
});

test("a server that is slow is waited for four seconds at most, then words answer", async () => {
  standIns();
  const { work, ask } = await filled();
  await work();
  const limit = new AbortController();
  const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  vi.stubGlobal(
    "fetch",
    (_: unknown, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        limit.abort();
      }),
  );
  expect((await ask("dog bowl")).items[0]).toMatchObject({ title: "Dogs", by: ["words"] });
  expect(limits.mock.calls).toEqual([[4_000]]);
});

test("an owner sees the model, how far its vectors are, and what they cost", async () => {
  standIns();
  const none = await here({ EMBEDDINGS: "off" });
  expect(await meaningOf(none.bindings, none.project_id)).toEqual({
    model: null,
    serving: null,
    ready: 0,
    waiting: 0,
    problem: null,
    cents_per_megabyte: null,
  });
  const { bindings, project_id, work } = await filled({ OPENAI_API_KEY: "sk-openai" });
  const model = { vendor: "openai", name: "text-embedding-3-small" };
  await work();
  expect(await meaningOf(bindings, project_id)).toEqual({
    model,
    serving: model,
    ready: 3,
    waiting: 0,
    problem: null,
    cents_per_megabyte: 0.5,
  });
  expect(await admin("GET", `/projects/${project_id}/knowledge/meaning`)).toMatchObject({ model: null });
});

test("a model that changes its dimensions gets all its vectors made anew", async () => {
  const { state } = standIns();
  const { object, work, ask, add } = await filled();
  await work();
  state.embed = (text) => [...about(text), 0.01];
  expect((await ask("dog bowl")).items[0]).toMatchObject({ by: ["words"] });
  await add("Cats", "A cat is an animal, too.");
  await runDurableObjectAlarm(object);
  expect((await object.state()).problem).toContain("12 dimensions");
  await work();
  expect(await object.state()).toMatchObject({ ready: 4, waiting: 0, problem: null });
  expect((await ask("dog bowl")).items[0]).toMatchObject({ by: ["words", "meaning"] });
});

test("vectors of another model are made while the old ones answer", async () => {
  const { asked } = standIns();
  const { object, project_id, work } = await filled();
  await work();
  const other = { ...COMPATIBLE, EMBEDDINGS_MODEL: "large" };
  await vectorsOf(project_id, other);
  const ask = () => searchKnowledge({ ...env, ...other } as typeof env, project_id, "How does the post work?", 5);
  const modelOfLast = () => asked.at(-1)?.body.model;
  expect((await ask()).items[0]).toMatchObject({ title: "Parcels", by: ["meaning"] });
  expect(modelOfLast()).toBe("small");
  await work();
  expect(await object.state()).toMatchObject({ model: { name: "large" }, ready: 3 });
  expect((await ask()).items[0]).toMatchObject({ title: "Parcels", by: ["meaning"] });
  expect(modelOfLast()).toBe("large");
});

test.each([
  [{ OPENAI_API_KEY: "sk-openai" }, "https://api.openai.com/v1/embeddings", "authorization", "Bearer sk-openai"],
  [
    { GEMINI_API_KEY: "gm" },
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001:batchEmbedContents",
    "x-goog-api-key",
    "gm",
  ],
])("the vendor whose key is there embeds: %o", async (variables, url, header, value) => {
  const { asked } = standIns();
  const { work, ask } = await filled(variables);
  await work();
  expect((await ask("How does the post work?")).items[0]).toMatchObject({ title: "Parcels", by: ["meaning"] });
  expect(new Set(asked.map((one) => one.url))).toEqual(new Set([url]));
  expect(asked[0]?.headers.get(header)).toBe(value);
});

test("Workers AI embeds through its binding, and `off` asks nobody", async () => {
  const { asked } = standIns();
  const run = vi.fn(async (_model: string, { text }: { text: string[] }) => ({ data: text.map(about) }));
  const { work, ask } = await filled({ AI: { run } });
  await work();
  expect((await ask("How does the post work?")).items[0]).toMatchObject({ title: "Parcels", by: ["meaning"] });
  expect(run.mock.calls[0]?.[0]).toBe("@cf/google/embeddinggemma-300m");
  const without = await filled({ OPENAI_API_KEY: "sk-openai", EMBEDDINGS: "off" });
  await without.work();
  expect((await without.ask("dog bowl")).items[0]).toMatchObject({ by: ["words"] });
  expect(asked).toEqual([]);
});

test("vectors go with their source at once, and all of them with the project", async () => {
  standIns();
  const { bindings, object, project_id, work, add, ask } = await here();
  const { id } = await add("Parcels", "A parcel leaves every Wednesday.");
  await add("Hours", "We open at nine.");
  await work();
  expect(await object.state()).toMatchObject({ ready: 2 });
  const source = await findSource(env.DB, id, null);
  if (!source) throw new Error("the source is not there");
  await removeSource(bindings, operator, source);
  expect(await object.state()).toMatchObject({ ready: 1 });
  expect((await ask("How does the post work?")).items.map(({ title }) => title)).not.toContain("Parcels");
  await deleteKnowledgeOfProject(bindings, project_id);
  expect(await object.state()).toMatchObject({ ready: 0, model: null });
  for (const table of ["knowledge_sources", "knowledge_pages", "knowledge_chunks", "knowledge_questions"])
    expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
  expect(await passagesOf(project_id)).toEqual([]);
});

test("what left the passages otherwise is forgotten with the next change, and found by nobody before", async () => {
  standIns();
  const { bindings, object, project_id, work, ask } = await filled();
  await work();
  await inIndex(project_id, "DELETE FROM passages WHERE text LIKE 'A parcel%'");
  expect((await ask("How does the post work?")).items.map(({ title }) => title)).not.toContain("Parcels");
  await followMeaning(bindings, project_id);
  await work();
  expect(await object.state()).toMatchObject({ ready: 2 });
});

test("what a restore puts back is found by meaning again", async () => {
  standIns();
  const { bindings, project_id, work } = await filled();
  await work();
  const { plan, parts } = await takeBackup();
  await installAnew();
  const object = await vectorsOf(project_id, COMPATIBLE);
  await admin("POST", "/restore", manifestOf(plan), { status: 200 });
  for (const part of parts) await restorePart(bindings, ADMIN, plan.archive, part);
  await workOf(object);
  expect(await object.state()).toMatchObject({ ready: 3 });
  expect((await searchKnowledge(bindings, project_id, "How does the post work?", 5)).items[0]).toMatchObject({
    title: "Parcels",
    by: ["meaning"],
  });
});
