import { createScheduledController, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { MAX_PROJECT_BYTES } from "../../../shared/knowledge.ts";
import worker, { PassageIndex } from "../../../worker/index.ts";
import { answerSearch, loadAgentKnowledge } from "../../../worker/knowledge/agent-knowledge.ts";
import { moveAllTexts } from "../../../worker/knowledge/move-texts.ts";
import { addSource, removeSource } from "../../../worker/knowledge/sources.ts";
import { PassageTable } from "../../../worker/objects/passage-index/table.ts";
import { deleteSource, findSource } from "../../../worker/storage/knowledge-sources.ts";
import { manifestOf, partsBeforeStores, putBack, takeBackup } from "../../harness/worker/archive.ts";
import { withoutStatement } from "../../harness/worker/broken-database.ts";
import { installAnew } from "../../harness/worker/installation.ts";
import { type World, world } from "../../harness/worker/organization.ts";
import { indexOf, inIndex, passagesOf, wordsOf } from "../../harness/worker/passage-index.ts";
import { inStore } from "../../harness/worker/project-store.ts";
import { admin, operator as asOperator, request } from "../../harness/worker/request.ts";
import { found, html, pagesOf, read, readAnew, SITE, settled, site, sitemap, standWebsite, tagged } from "./website.ts";

standWebsite();
afterEach(() => vi.restoreAllMocks());

const operator = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;
const upload = (here: World, text: string, status = 201) =>
  admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", text, title: "Mill" }, { status });
const texts = async ({ project_id }: World) => (await passagesOf(project_id)).map(({ text }) => text);
const inD1 = async (table: string) => Number(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"));
/** What was put is so old that every text that no page has is swept. */
const age = ({ project_id }: World) => inIndex(project_id, "UPDATE texts SET put_at = put_at - 3600000");
const wake = ({ project_id }: World) => runDurableObjectAlarm(indexOf(project_id));
const killed = () => {
  throw new Error("killed");
};

/** As it was before passages were in an object: D1 has them, with words behind the project's prefix. */
async function asBefore({ project_id }: World): Promise<void> {
  const passages = await passagesOf(project_id);
  await env.DB.prepare("DELETE FROM knowledge_chunks").run();
  for (const [at, { text_id, ordinal, heading, text }] of passages.entries())
    await env.DB.prepare(
      `INSERT INTO knowledge_chunks (id, page_id, ordinal, heading, text)
       SELECT ?1, id, ?3, ?4, ?5 FROM knowledge_pages WHERE text_id = ?2`,
    )
      .bind(project_id * 1000 + at, text_id, ordinal, heading, text)
      .run();
  await env.DB.prepare("UPDATE knowledge_pages SET text_id = NULL, text_at = NULL WHERE project_id = ?1")
    .bind(project_id)
    .run();
  await indexOf(project_id).clear();
}

async function site2(here: World) {
  site["/sitemap.xml"] = sitemap("/a", "/b");
  site["/a"] = html("Apples", "Apples cost two euros.");
  site["/b"] = html("Bread", "Bread costs three euros.");
  return read(here, "sitemap", `${SITE}/sitemap.xml`);
}

test("D1 has no text of a page, and no word of it", async () => {
  const here = await world();
  await upload(here, "The mill stands by the river.");
  await site2(here);
  expect(await texts(here)).toEqual([
    "The mill stands by the river.",
    "Apples cost two euros.",
    "Bread costs three euros.",
  ]);
  for (const table of ["knowledge_chunks", "knowledge_words", "knowledge_vocabulary"])
    expect(await inD1(table), table).toBe(0);
  // The index is the project's own: no word needs the project before it.
  expect(await wordsOf(here.project_id)).toContain("river");
});

test("what D1 had of a project is found with the first question, told, shown and taken over once", async () => {
  const here = await world();
  const { id } = await site2(here);
  await upload(here, "# Place\n\nThe mill stands by the river.");
  const before = await Promise.all(["river", "apples", "bread euros"].map((q) => found(here, q)));
  await asBefore(here);
  expect(await texts(here)).toEqual([]);
  expect(await Promise.all(["river", "apples", "bread euros"].map((q) => found(here, q)))).toEqual(before);
  // Their vectors stay theirs.
  expect((await passagesOf(here.project_id)).map(({ id }) => id)).toEqual(
    [0, 1, 2].map((at) => here.project_id * 1000 + at),
  );
  expect(await inD1("knowledge_chunks"), "a Worker that is rolled back goes on with them").toBe(3);

  await asBefore(here);
  const told = await loadAgentKnowledge(env, { knowledge: true, project_id: here.project_id }, true);
  expect(told).toMatchObject({ kind: "whole", pages: [{ title: "Apples" }, { title: "Bread" }, { title: "Mill" }] });

  await asBefore(here);
  const [page] = await pagesOf(id);
  expect((await admin("GET", `/pages/${page.id}`)).passages).toMatchObject([{ text: "Apples cost two euros." }]);

  await asBefore(here);
  await worker.scheduled(createScheduledController({ cron: "*/5 * * * *", scheduledTime: Date.now() }), env);
  expect(await texts(here)).toHaveLength(3);

  const put = vi.spyOn(PassageTable.prototype, "put");
  expect(await found(here, "river")).toHaveLength(1);
  expect(put).not.toHaveBeenCalled();
});

test("a takeover that dies goes on where it was, and every page is there once", async () => {
  const here = await world();
  await site2(here);
  await upload(here, "The mill stands by the river.");
  for (const dies of ["put", "drop"] as const) {
    await asBefore(here);
    let calls = 0;
    const own = PassageTable.prototype[dies] as (...args: unknown[]) => unknown;
    vi.spyOn(PassageTable.prototype, dies).mockImplementation(function (this: PassageTable, ...args: unknown[]) {
      return ++calls === (dies === "put" ? 2 : 1) ? killed() : own.apply(this, args);
    } as never);
    const search = `/projects/${here.project_id}/knowledge/search?q=river`;
    expect((await request("GET", `/admin/v1${search}`, { headers: asOperator })).status).toBe(503);
    vi.restoreAllMocks();
    expect(await found(here, "river"), dies).toHaveLength(1);
    await age(here);
    await wake(here);
    expect((await texts(here)).sort(), dies).toEqual([
      "Apples cost two euros.",
      "Bread costs three euros.",
      "The mill stands by the river.",
    ]);
  }
});

test("what a Worker of before reads after a rollback is taken over with the next question", async () => {
  const here = await world();
  await upload(here, "The mill stands by the river.");
  await asBefore(here);
  expect(await found(here, "river")).toHaveLength(1);
  // As it writes a page that was read anew.
  await env.DB.batch([
    env.DB.prepare("UPDATE knowledge_chunks SET text = 'The mill stands by the pond.'"),
    env.DB.prepare("UPDATE knowledge_pages SET fetched_at = fetched_at + 1"),
  ]);
  expect(await found(here, "pond")).toMatchObject([{ text: "The mill stands by the pond." }]);
  expect(await found(here, "river")).toEqual([]);
  expect(await texts(here)).toEqual(["The mill stands by the pond."]);
});

test("a visitor does not wait until a large project has moved, and what is not found meanwhile is no open question", async () => {
  const here = await world();
  await upload(here, "The mill stands by the river.");
  await asBefore(here);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { takeOver } = PassageIndex.prototype;
  vi.spyOn(PassageIndex.prototype, "takeOver").mockImplementation(async function (this: PassageIndex, ...args) {
    await held;
    return takeOver.apply(this, args);
  });
  const ask = () => answerSearch(env, { ...here, session_id: "ses_1" }, "Where is the river mill?");
  expect(await ask()).toEqual({ found: false, passages: [] });
  expect(await inStore(here.project_id, "questions")).toEqual([]);
  go();
  expect(await ask()).toMatchObject({ found: true });
});

test("where the object cannot be reached a call begins all the same: its agent is told nothing, and searches", async () => {
  const here = await world();
  await upload(here, "The mill stands by the river.");
  const load = () => loadAgentKnowledge(env, { knowledge: true, project_id: here.project_id }, true);
  vi.spyOn(PassageIndex.prototype, "passages").mockImplementation(killed);
  expect(await load()).toEqual({ kind: "search" });
  vi.restoreAllMocks();
  expect(await load()).toMatchObject({ kind: "whole" });
});

test("a run of the cron moves so many pieces and no more", async () => {
  const here = await world();
  await upload(here, "The mill stands by the river.");
  await asBefore(here);
  let pieces = 0;
  vi.spyOn(PassageIndex.prototype, "takeOver").mockImplementation(async () => {
    if (++pieces > 500) throw new Error("no end");
    return 1;
  });
  await moveAllTexts(env);
  expect(pieces).toBe(100);
});

test("a page that a Worker of before refuses after a rollback is found by nobody, and its text is swept", async () => {
  const here = await world();
  const { id } = await site2(here);
  const [apples] = await pagesOf(id);
  // As it writes that: it knows no text of a page.
  await env.DB.prepare(
    `UPDATE knowledge_pages SET asked = NULL, status = 'failed', detail = 'gone', title = NULL, language = NULL, bytes = 0, chunks = 0,
     fetched_at = NULL WHERE id = ?1`,
  )
    .bind(apples.id)
    .run();
  expect(await found(here, "apples")).toEqual([]);
  const told = await loadAgentKnowledge(env, { knowledge: true, project_id: here.project_id }, true);
  expect(told).toMatchObject({ kind: "whole", pages: [{ title: "Bread" }] });
  expect((await admin("GET", `/pages/${apples.id}`)).passages).toEqual([]);
  await age(here);
  expect(await wake(here)).toBe(true);
  expect(await texts(here)).toEqual(["Bread costs three euros."]);
});

test("an upload that dies before D1 has it is found by nobody, and swept once it can no longer arrive", async () => {
  const here = await world();
  await upload(here, "The mill opens at nine.");
  const DB = withoutStatement("INSERT INTO knowledge_pages");
  const source = { kind: "text", title: "Mill", text: "The mill stands by the river." } as const;
  const project = { id: here.project_id, org_id: here.org_id };
  await expect(addSource({ ...env, DB }, operator, project, source, "https://voice.example")).rejects.toThrow("away");
  expect(await texts(here)).toHaveLength(2);
  expect(await found(here, "river")).toEqual([]);
  expect(await wake(here)).toBe(true);
  expect(await texts(here), "D1 may still hear of it").toHaveLength(2);
  await age(here);
  expect(await wake(here)).toBe(true);
  expect(await texts(here)).toEqual(["The mill opens at nine."]);
  expect(await wordsOf(here.project_id)).not.toContain("river");
});

test("an upload that D1 refuses leaves nothing", async () => {
  const here = await world();
  const { id } = await upload(here, "The mill opens at nine.");
  await env.DB.prepare("UPDATE knowledge_pages SET bytes = ?2 WHERE source_id = ?1").bind(id, MAX_PROJECT_BYTES).run();
  await upload(here, "The mill stands by the river.", 409);
  expect(await texts(here)).toEqual(["The mill opens at nine."]);
});

test("an edit that dies before the old text is dropped has the new one alone, and the old one is swept", async () => {
  const here = await world();
  const { id } = await upload(here, "The mill stands by the river.");
  vi.spyOn(PassageTable.prototype, "drop").mockImplementationOnce(killed);
  await admin("PATCH", `/sources/${id}`, { text: "The mill stands by the pond." });
  expect(await texts(here)).toHaveLength(2);
  expect(await found(here, "river")).toEqual([]);
  expect(await found(here, "pond")).toHaveLength(1);
  await age(here);
  expect(await wake(here)).toBe(true);
  expect(await texts(here)).toEqual(["The mill stands by the pond."]);
});

test("an edit of a source that is deleted meanwhile leaves nothing of its new text", async () => {
  const here = await world();
  const { id } = await upload(here, "The mill stands by the river.");
  const { put } = PassageIndex.prototype;
  vi.spyOn(PassageIndex.prototype, "put").mockImplementation(async function (this: PassageIndex, ...args) {
    await put.apply(this, args);
    const { inside, row } = deleteSource(env.DB, id);
    await env.DB.batch([...inside, row]);
  });
  await admin("PATCH", `/sources/${id}`, { text: "The mill stands by the pond." }, { status: 404 });
  expect(await texts(here)).toEqual([]);
});

test("a deletion that dies after D1 has it is kept: nothing is found, and an alarm that was set before takes the rest", async () => {
  const here = await world();
  const { id } = await upload(here, "The mill stands by the river.");
  await upload(here, "The mill opens at nine.");
  await age(here);
  while (await wake(here));
  const source = await findSource(env.DB, id, null);
  if (!source) throw new Error("the source is not there");
  vi.spyOn(PassageTable.prototype, "drop").mockImplementationOnce(killed);
  await removeSource(env, operator, source);
  expect(await found(here, "river")).toEqual([]);
  expect(await texts(here)).toHaveLength(2);
  expect(await wake(here)).toBe(true);
  expect(await texts(here)).toEqual(["The mill opens at nine."]);
});

test("a page that is saved, refused or unmet leaves nothing of what it said before", async () => {
  const here = await world();
  const { id } = await site2(here);
  site["/a"] = html("Apples", "Apples cost four euros.");
  await readAnew(id);
  expect((await texts(here)).sort()).toEqual(["Apples cost four euros.", "Bread costs three euros."]);
  site["/a"] = () => new Response("", { status: 410 });
  await readAnew(id);
  expect(await texts(here)).toEqual(["Bread costs three euros."]);
  site["/sitemap.xml"] = sitemap("/c");
  site["/c"] = html("Cider", "Cider costs five euros.");
  await readAnew(id);
  expect(await texts(here)).toEqual(["Cider costs five euros."]);
});

test("a page whose text is lost is read anew, though its site says that it has not changed", async () => {
  const here = await world();
  site["/sitemap.xml"] = sitemap("/a", "/b");
  for (const path of ["/a", "/b"]) site[path] = tagged("Page", `The heron is at ${path}.`, `"${path}"`, () => {});
  const { id } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
  const [lost] = await passagesOf(here.project_id);
  await indexOf(here.project_id).drop([lost?.text_id ?? ""]);
  expect(await found(here, "heron")).toHaveLength(1);
  expect(await readAnew(id)).toMatchObject({ status: "ready", pages: { ready: 2, failed: 0 } });
  expect(await found(here, "heron")).toHaveLength(2);
});

test("readings that each die somewhere end with the same passages as one that did not", async () => {
  const here = await world();
  const { id } = await site2(here);
  for (const [turn, dies] of (["put", "drop", "has", "put"] as const).entries()) {
    site["/a"] = html("Apples", `Apples cost ${turn + 10} euros.`);
    const own = PassageTable.prototype[dies] as (...args: unknown[]) => unknown;
    let calls = 0;
    vi.spyOn(PassageTable.prototype, dies).mockImplementation(function (this: PassageTable, ...args: unknown[]) {
      return ++calls === 1 ? killed() : own.apply(this, args);
    } as never);
    await readAnew(id);
    vi.restoreAllMocks();
    expect(await settled(id)).toMatchObject({ status: "ready", pages: { ready: 2 } });
    expect(await found(here, "apples")).toMatchObject([{ text: `Apples cost ${turn + 10} euros.` }]);
  }
  await age(here);
  await wake(here);
  expect((await texts(here)).sort()).toEqual(["Apples cost 13 euros.", "Bread costs three euros."]);
});

test("words of what was deleted leave the index's segments with the alarm after it", async () => {
  const here = await world();
  const { id } = await upload(here, "The mill stands by the quagmire.");
  for (const text of ["The mill opens at nine.", "Bread costs three euros."]) await upload(here, text);
  const segments = async () =>
    (await inIndex<{ block: ArrayBuffer }>(here.project_id, "SELECT block FROM words_data"))
      .map(({ block }) => new TextDecoder("latin1").decode(block))
      .join("");
  expect(await segments()).toContain("quagmir");
  await admin("DELETE", `/sources/${id}`, undefined, { status: 204 });
  while (await wake(here));
  expect(await segments()).not.toContain("quagmir");
  expect(await found(here, "opens")).toHaveLength(1);
});

test("a backup has passages whose page was written anew while it was taken, and a restore puts them back", async () => {
  const here = await world();
  const { id } = await upload(here, "The mill stands by the river.");
  await site2(here);
  let edited = false;
  const archive = await takeBackup(async (part) => {
    if (edited || part.kind !== "table" || part.name !== "knowledge_pages") return;
    edited = true;
    await admin("PATCH", `/sources/${id}`, { text: "The mill stands by the pond." });
  });
  expect(edited).toBe(true);
  expect(archive.plan.tables).not.toContain("knowledge_chunks");
  const before = await texts(here);
  await installAnew();
  await putBack({ ...archive, parts: archive.parts.flatMap((part) => [part, part]) });
  expect((await texts(here)).sort()).toEqual(before.sort());
  expect(await found(here, "pond")).toHaveLength(1);
  expect(await found(here, "apples")).toHaveLength(1);
});

test("a part of a backup that has passages of many texts is restored with one call of the object", async () => {
  const here = await world();
  await site2(here);
  await upload(here, "The mill stands by the river.");
  const archive = await takeBackup();
  await installAnew();
  const put = vi.spyOn(PassageIndex.prototype, "put");
  await putBack(archive);
  expect(put.mock.calls.map(([, texts]) => texts.length)).toEqual([3]);
  for (const word of ["river", "apples", "bread"]) expect(await found(here, word), word).toHaveLength(1);
});

test("an archive from before passages were in an object is restored, whoever asks meanwhile", async () => {
  const here = await world();
  await upload(here, "The mill stands by the river.");
  await site2(here);
  await asBefore(here);
  const { results: rows } = await env.DB.prepare("SELECT * FROM knowledge_chunks").all<Record<string, string>>();
  const archive = await takeBackup();
  const asTaken = archive.parts.map((part) =>
    part.kind === "table" && part.name === "knowledge_pages"
      ? { ...part, rows: part.rows.map(({ text_id: _, text_at: __, ...row }) => row) }
      : part,
  );
  const parts = partsBeforeStores(
    asTaken,
    rows.map((row) => ({ name: "knowledge_chunks", rows: [row] })),
    (part) => part.kind !== "store" || part.table !== "passages",
  );
  const manifest = { ...manifestOf(archive.plan), store_version: 6 };
  await installAnew();
  const first = parts.findIndex((part) => part.kind === "table" && part.name === "knowledge_chunks");
  await putBack({ ...archive, parts }, first + 1, manifest);
  await indexOf(here.project_id).takeOver(here.project_id);
  expect(await texts(here), "half of the passages may be there").toEqual([]);
  await putBack({ ...archive, parts }, parts.length, manifest);
  for (const word of ["river", "apples", "bread"]) expect(await found(here, word), word).toHaveLength(1);
});
