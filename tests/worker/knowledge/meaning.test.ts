import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ADMIN } from "../../../worker/actor.ts";
import { crawlStore } from "../../../worker/knowledge/crawl-store.ts";
import { forgetMeaning } from "../../../worker/knowledge/meaning.ts";
import { searchKnowledge } from "../../../worker/knowledge/search.ts";
import { addSource, deleteKnowledgeOfProject, removeSource } from "../../../worker/knowledge/sources.ts";
import { restorePart } from "../../../worker/projects/restore.ts";
import { beginRun, findSource, insertSource } from "../../../worker/storage/knowledge-sources.ts";
import { manifestOf, takeBackup } from "../../harness/worker/archive.ts";
import { emptyStorage } from "../../harness/worker/empty-storage.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

/** Topics that a text is about, one dimension each: what stands in for Workers AI knows these and nothing else. */
const TOPICS = [/post|parcel|shipping|delivery/i, /dog|animal|pet/i, /open|hours|closed/i];

/** Workers AI and Vectorize, as far as their wire is used: embeddings by topic, cosine, namespaces. */
function standIns(failing = false) {
  const stored = new Map<string, { namespace: string; values: number[] }>();
  const embed = (text: string) => TOPICS.map((topic) => (topic.test(text) ? 1 : 0.01));
  const cosine = (one: number[], other: number[]) => {
    const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
    return dot / (Math.hypot(...one) * Math.hypot(...other));
  };
  const AI = {
    async run(model: string, { text }: { text: string[] }) {
      if (failing) throw new Error("no capacity");
      expect(model).toBe("@cf/baai/bge-m3");
      return { shape: [text.length, TOPICS.length], data: text.map(embed) };
    },
  };
  const VECTORS = {
    async upsert(vectors: { id: string; namespace: string; values: number[] }[]) {
      for (const { id, ...vector } of vectors) stored.set(id, vector);
    },
    async query(vector: number[], { topK, namespace }: { topK: number; namespace: string }) {
      const matches = [...stored]
        .filter(([, one]) => one.namespace === namespace)
        .map(([id, { values }]) => ({ id, score: cosine(vector, values) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, topK);
      return { matches };
    },
    async deleteByIds(ids: string[]) {
      for (const id of ids) stored.delete(id);
    },
  };
  return { stored, bindings: { ...env, AI, VECTORS } as unknown as typeof env };
}

const operator = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;
const text = (title: string, words: string) => ({ kind: "text" as const, title, text: words });

test("a question is answered by meaning where no word matches, and both rankings are fused", async () => {
  const { project_id, org_id } = await world();
  const { bindings } = standIns();
  const project = { id: project_id, org_id };
  for (const source of [
    text("Parcels", "A parcel leaves every Wednesday."),
    text("Dogs", "Every dog gets a bowl of water."),
    text("Hours", "We are closed on Monday."),
  ])
    await addSource(bindings, operator, project, source, "https://voice.example");
  const found = await searchKnowledge(bindings, project_id, "How does shipping work?", 5);
  expect(found.items[0]).toMatchObject({ title: "Parcels", by: ["meaning"], matched: [] });
  const both = await searchKnowledge(bindings, project_id, "dog bowl", 5);
  expect(both.items[0]).toMatchObject({ title: "Dogs", by: ["words", "meaning"], matched: ["dog", "bowl"] });
  expect(await searchKnowledge(bindings, project_id, "quantum physics", 5)).toMatchObject({ found: false });
});

test("without Workers AI and Vectorize, or when they fail, only words are searched", async () => {
  const { project_id, org_id } = await world();
  const { bindings, stored } = standIns(true);
  await addSource(
    bindings,
    operator,
    { id: project_id, org_id },
    text("Dogs", "Every dog gets a bowl."),
    "https://voice.example",
  );
  expect(stored.size).toBe(0);
  for (const some of [bindings, env])
    expect((await searchKnowledge(some, project_id, "dog bowl", 5)).items).toMatchObject([
      { title: "Dogs", by: ["words"] },
    ]);
});

test("vectors are deleted with their source, and with their project", async () => {
  const { project_id, org_id } = await world();
  const { bindings, stored } = standIns();
  const project = { id: project_id, org_id };
  const { id } = await addSource(
    bindings,
    operator,
    project,
    text("Dogs", "Every dog gets a bowl."),
    "https://voice.example",
  );
  await addSource(bindings, operator, project, text("Hours", "We open at nine."), "https://voice.example");
  expect(stored.size).toBe(2);
  const source = await findSource(env.DB, id, null);
  if (!source) throw new Error("the source is not there");
  await removeSource(bindings, operator, source);
  expect(stored.size).toBe(1);
  await deleteKnowledgeOfProject(bindings, project_id);
  expect(stored.size).toBe(0);
  for (const table of [
    "knowledge_sources",
    "knowledge_pages",
    "knowledge_chunks",
    "knowledge_questions",
    "knowledge_vocabulary",
  ])
    expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
  await forgetMeaning(bindings, []);
});

test("a page that left its sitemap takes its vectors along, and one that stayed behind finds nothing", async () => {
  const { project_id } = await world();
  const { bindings, stored } = standIns();
  const store = crawlStore(bindings);
  const url = "https://shop.example/sitemap.xml";
  const about = { project_id, kind: "sitemap" as const, title: null, url, service_origin: "https://voice.example" };
  const { results } = await insertSource(env.DB, { ...about, run: "first" }, { sources: 9, pages: 9 }, 1).run();
  const { id: source_id } = results[0] as { id: number };
  const read = (run: string, path: string, words: string) =>
    store.save(
      { ...about, run, source_id, room: 9, begun_at: 1 },
      {
        ...{ address: `https://shop.example/${path}`, asked: null, unchanged: false, etag: null, modified: null },
        ...{ bytes: new TextEncoder().encode(words), content_type: "text/plain" },
      },
    );
  const finish = (run: string) => store.finish(run, { detail: null, failed: 0, skipped: 0, whole: true });
  await read("first", "dogs", "Every dog gets a bowl.");
  await read("first", "parcels", "A parcel leaves every Wednesday.");
  await finish("first");
  const before = new Map(stored);
  expect(before.size).toBe(2);
  await beginRun(env.DB, source_id, "second").run();
  await read("second", "dogs", "Every dog gets a bowl.");
  await finish("second");
  expect(stored.size).toBe(1);
  for (const [id, vector] of before) stored.set(id, vector);
  const { items } = await searchKnowledge(bindings, project_id, "How does shipping work?", 5);
  expect(items.filter(({ by }) => by.includes("meaning")).map(({ text }) => text)).not.toContain(
    "A parcel leaves every Wednesday.",
  );
});

test("what a restore puts back is found by meaning again", async () => {
  const { project_id, org_id } = await world();
  const { bindings, stored } = standIns();
  const parcels = text("Parcels", "A parcel leaves every Wednesday.");
  await addSource(bindings, operator, { id: project_id, org_id }, parcels, "https://voice.example");
  const before = new Map(stored);
  const { plan, parts } = await takeBackup();
  await emptyStorage();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  stored.clear();
  await admin("POST", "/restore", manifestOf(plan), { status: 200 });
  for (const part of parts) await restorePart(bindings, ADMIN, plan.archive, part);
  expect(stored).toEqual(before);
  expect((await searchKnowledge(bindings, project_id, "How does shipping work?", 5)).items).toMatchObject([
    { title: "Parcels", by: ["meaning"] },
  ]);
});
