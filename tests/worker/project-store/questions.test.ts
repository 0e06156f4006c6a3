import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Row } from "../../../shared/backup.ts";
import { ProjectStore } from "../../../worker/index.ts";
import { manifestOf, partsBeforeStores, putBack, takeBackup } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { installAnew } from "../../harness/worker/installation.ts";
import { report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { askUnanswered, away, inStore, storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { billOf, installMeter, turnsOf } from "../contract/meter.ts";

const DAY = 86_400_000;
/** Ids from here on say themselves whose they are. */
const GIVEN_BY_STORES = 100_000_000;

interface Shown {
  id: number;
  text: string;
  count: number;
}
const list = async ({ project_id }: World, token?: string): Promise<Shown[]> =>
  (await admin("GET", `/projects/${project_id}/questions`, undefined, token ? { token } : {})).items;
const counted = async (here: World, token?: string) =>
  Object.fromEntries((await list(here, token)).map(({ text, count }) => [text, count]));
const token = async (org_id: number): Promise<string> => (await admin("POST", `/organizations/${org_id}/tokens`)).token;

let ids = 40;
/** A question as a version without stores has left it in D1, with the sessions that asked it. */
async function left({ project_id }: World, text: string, count: number, sessions: Record<string, number> = {}) {
  const id = ++ids;
  await env.DB.batch([
    env.DB.prepare("INSERT INTO knowledge_questions VALUES (?1, ?2, ?3, ?3, ?4, ?5)").bind(
      ...[id, project_id, text, count, Date.now() - 60_000],
    ),
    ...Object.entries(sessions).map(([session, times]) =>
      env.DB.prepare("INSERT INTO question_sessions VALUES (?1, ?2, ?3)").bind(session, id, times),
    ),
  ]);
  return id;
}
const inD1 = async () =>
  (await env.DB.prepare("SELECT id, project_id, text, count FROM knowledge_questions ORDER BY id").all()).results;

/** A conversation two weeks ago, as D1 has it. */
const earlier = ({ org_id, project_id, agent_id }: World, id: string) =>
  env.DB.prepare(
    `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, charged, revision)
     VALUES (?1, ?2, ?3, ?4, 'Ava', 'provider_a', 'ended', ?5, 1, 1)`,
  )
    .bind(id, org_id, project_id, agent_id, Date.now() - 14 * DAY)
    .run();

test("what D1 had is listed as before, counted on, and taken over once, whoever comes first and however many", async () => {
  const here = await world();
  await earlier(here, "ses_old");
  const parking = await left(here, "parking", 4, { ses_old: 1, ses_unknown: 2 });
  const gift = await left(here, "gift cards", 2);
  const rows = await inD1();
  await Promise.all([
    ...["a", "b", "c"].map((name) => askUnanswered(here, `ses_${name}`, "parking")),
    storeOf(here.project_id).takeOver(here.project_id),
    list(here),
  ]);
  const now = [
    { id: parking, text: "parking", count: 7 },
    { id: gift, text: "gift cards", count: 2 },
  ];
  expect(await list(here)).toMatchObject(now);
  await cron();
  await evictDurableObject(storeOf(here.project_id) as never);
  await cron();
  expect(await list(here)).toMatchObject(now);
  const { topics } = await admin("GET", `/projects/${here.project_id}/questions/topics`);
  expect(topics[0].weeks).toEqual([0, 0, 0, 0, 0, 1, 0, 5]);
  // For a Worker that is rolled back.
  expect(await inD1()).toEqual(rows);
  expect((await env.DB.prepare("SELECT project_id, version FROM project_stores").all()).results).toEqual([
    { project_id: here.project_id, version: 11 },
  ]);
});

test("a store that has page counts alone takes over the questions, too", async () => {
  const here = await world();
  await runInDurableObject(storeOf(here.project_id) as never, (_, { storage }: DurableObjectState) => {
    storage.sql.exec(
      "CREATE TABLE owner (id INTEGER PRIMARY KEY CHECK (id = 0), org_id INTEGER NOT NULL, version INTEGER NOT NULL)",
    );
    storage.sql.exec("INSERT INTO owner VALUES (0, ?, 1)", here.org_id);
    storage.sql.exec(
      `CREATE TABLE counts (org_id INTEGER NOT NULL, day TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
       PRIMARY KEY (org_id, day, name)) WITHOUT ROWID`,
    );
    storage.sql.exec("INSERT INTO counts VALUES (?, '2026-11-01', 'open', 3)", here.org_id);
  });
  await env.DB.prepare("INSERT INTO project_stores (project_id, moved_at) VALUES (?1, 1)").bind(here.project_id).run();
  await env.DB.prepare("INSERT INTO analytics_counts VALUES (?1, '2026-11-01', 'open', 9)").bind(here.project_id).run();
  await left(here, "parking", 4);
  await cron();
  expect(await inStore(here.project_id, "questions")).toMatchObject([{ text: "parking", org_id: here.org_id }]);
  expect(await counted(here)).toEqual({ parking: 4 });
  expect(await inStore(here.project_id, "counts")).toMatchObject([{ count: 3 }]);
});

test("ids of before and of now are deleted by themselves, by nobody else, and none is given twice", async () => {
  const [here, other] = [await world(), await world()];
  const old = await left(here, "parking", 4);
  await askUnanswered(here, "ses_a", "gift cards");
  await askUnanswered(other, "ses_b", "gift cards");
  const [, own] = await list(here);
  const [theirs] = await list(other);
  expect(Math.floor((own?.id ?? 0) / GIVEN_BY_STORES)).toBe(here.project_id);
  expect(Math.floor((theirs?.id ?? 0) / GIVEN_BY_STORES)).toBe(other.project_id);
  const foreign = { status: 404, token: await token(other.org_id) };
  // D1's row may be gone: it was not asked since the store has it.
  await env.DB.prepare("DELETE FROM knowledge_questions").run();
  for (const id of [old, own?.id]) {
    await admin("DELETE", `/questions/${id}`, undefined, foreign);
    await admin("DELETE", `/questions/${id}`, undefined, { status: 204 });
    await admin("DELETE", `/questions/${id}`, undefined, { status: 404 });
  }
  for (const id of [9, GIVEN_BY_STORES * 999 + 1, 9_007_199_254_740_991])
    await admin("DELETE", `/questions/${id}`, undefined, { status: 404 });
  expect(await inStore(here.project_id, "questions", "question_sessions")).toEqual([]);
  await askUnanswered(here, "ses_a", "playground");
  expect((await list(here))[0]?.id).toBe((own?.id ?? 0) + 1);
  expect(await counted(other)).toEqual({ "gift cards": 1 });
  const { items } = await admin("GET", "/audit");
  // That it was done: what a visitor asked outlives neither the question nor the project's retention.
  expect(items[0]).toMatchObject({ action: "question.delete", target: `question:${own?.id}`, change: null });
  expect(JSON.stringify(items)).not.toMatch(/parking|gift cards/);
});

test("of a thousand questions the least frequent makes room, and its id and words are gone", async () => {
  const here = await world();
  const asking = { org_id: here.org_id, session_id: "ses_a" };
  const words = (n: number) => ({ words: `word ${n}`, text: `Word ${n}?` });
  const all = Array.from({ length: 1_000 }, (_, n) => words(n));
  await storeOf(here.project_id).ask(here.project_id, asking, all, 2);
  await storeOf(here.project_id).ask(here.project_id, asking, all.slice(1), 3);
  await storeOf(here.project_id).ask(here.project_id, asking, [words(1_000)], 4);
  const kept = await inStore(here.project_id, "questions");
  expect(kept).toHaveLength(1_000);
  expect(kept.map(({ text }) => text)).not.toContain("Word 0?");
  expect(await inStore(here.project_id, "question_sessions")).toHaveLength(1_000);
});

test("a conversation that asks without end, and each twice, pushes out its own questions before those of others", async () => {
  const here = await world();
  const ask = (session_id: string, from: number, to: number) =>
    storeOf(here.project_id).ask(
      here.project_id,
      { org_id: here.org_id, session_id },
      Array.from({ length: to - from }, (_, n) => ({ words: `word ${from + n}`, text: `Word ${from + n}?` })),
      from,
    );
  for (let visitor = 0; visitor < 10; visitor++) await ask(`ses_${visitor}`, 100 * visitor, 100 * visitor + 100);
  await ask("ses_hostile", 2_000, 2_300);
  await ask("ses_hostile", 2_000, 2_300);
  await ask("ses_hostile", 3_000, 3_300);
  const kept = await inStore(here.project_id, "questions");
  expect(kept).toHaveLength(1_000);
  expect(kept.filter(({ text }) => Number(/\d+/.exec(String(text))) < 1_000)).toHaveLength(999);
});

test("a session of an organization that no longer has the project counts nothing, and the next owner's do at once", async () => {
  const [before, after] = [await world(), await world()];
  const { project_id } = before;
  await askUnanswered(before, "ses_a", "old");
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  await askUnanswered(before, "ses_a", "late");
  await askUnanswered({ ...after, project_id }, "ses_b", "new");
  const here = { ...after, project_id };
  expect(await counted(here, await token(after.org_id))).toEqual({ new: 1 });
  expect(await counted(here)).toEqual({ new: 1 });
});

test("a store that did not hear of a move shows the new owner nothing of before", async () => {
  const [before, after] = [await world(), await world()];
  const { project_id } = before;
  await askUnanswered(before, "ses_a", "old");
  const follow = vi.spyOn(ProjectStore.prototype, "follow").mockImplementation(away);
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  expect(follow).toHaveBeenCalled();
  follow.mockRestore();
  expect(await counted({ ...after, project_id }, await token(after.org_id))).toEqual({});
  expect(await inStore(project_id, "questions", "question_sessions")).toEqual([]);
});

test("what was asked while a project was nobody's is its first owner's", async () => {
  const here = await world();
  const { id } = await admin("POST", "/projects", { name: "Free" });
  await askUnanswered({ project_id: id, org_id: 0 }, "ses_a", "parking");
  await admin("PATCH", `/projects/${id}`, { org_id: here.org_id });
  expect(await counted({ ...here, project_id: id }, await token(here.org_id))).toEqual({ parking: 1 });
});

test("a question is forgotten 90 days after it was last asked, also where nobody comes", async () => {
  const here = await world();
  await askUnanswered(here, "ses_a", "old");
  await askUnanswered(here, "ses_b", "new");
  const stub = storeOf(here.project_id);
  const at = await runInDurableObject(stub as never, async (_, { storage }: DurableObjectState) => {
    const alarm = await storage.getAlarm();
    // As if 90 days had passed.
    storage.sql.exec("UPDATE questions SET last_seen_at = last_seen_at - ? WHERE words = 'old'", 90 * DAY);
    return alarm;
  });
  expect((at ?? 0) - Date.now()).toBeGreaterThan(90 * DAY - 60_000);
  expect((at ?? 0) - Date.now()).toBeLessThan(90 * DAY + 2 * 3_600_000);
  expect(await runDurableObjectAlarm(stub as never)).toBe(true);
  expect(await counted(here)).toEqual({ new: 1 });
  expect(await inStore(here.project_id, "question_sessions")).toMatchObject([{ session_id: "ses_b" }]);
});

test("of a session that was emptied while its questions were searched for, none is counted", async () => {
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
  const asking = { org_id: here.org_id, session_id, once: true };
  const ask = () => storeOf(here.project_id).ask(here.project_id, asking, [{ words: "w", text: "W?" }], Date.now());
  await storeOf(here.project_id).forget(here.project_id, [session_id], 0);
  await ask();
  expect(await counted(here)).toEqual({});
  // Something came since.
  await report(here.key, session_id, [{ type: "user_transcript", text: "W?" }]);
  await ask();
  expect(await counted(here)).toEqual({ "W?": 1 });
});

test("a backup has the questions with who asked them, and a restore brings them back; twice is once", async () => {
  const here = await world();
  const old = await left(here, "parking", 4, { ses_old: 1 });
  await askUnanswered(here, "ses_a", "gift cards");
  await askUnanswered(here, "ses_b", "gift cards");
  const before = await list(here);
  const archive = await takeBackup();
  for (const table of ["knowledge_questions", "question_sessions"]) expect(archive.plan.tables).not.toContain(table);
  await installAnew();
  await putBack({ ...archive, parts: archive.parts.flatMap((part) => [part, part]) });
  expect(await list(here)).toEqual(before);
  await storeOf(here.project_id).forget(here.project_id, ["ses_a", "ses_old"], 0);
  expect(await counted(here)).toEqual({ parking: 3, "gift cards": 1 });
  // Of ids that were given before the backup none is given again.
  await askUnanswered(here, "ses_c", "playground");
  expect((await list(here)).map(({ id }) => id)).toEqual([old, before[1]?.id, (before[1]?.id ?? 0) + 1]);
  await admin("DELETE", `/questions/${old}`, undefined, { status: 204 });
});

test("an archive of before questions were in stores brings them, and their ids are known", async () => {
  const here = await world();
  const old = await left(here, "parking", 4, { ses_old: 1 });
  await widget(here.read_key, "POST", "/analytics", { events: [{ name: "open" }] });
  const { plan, parts } = await takeBackup();
  const rowsOf = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results as Row[];
  const tables = ["knowledge_questions", "question_sessions"];
  const moved = await Promise.all(tables.map(async (name) => ({ name, rows: await rowsOf(name) })));
  await installAnew();
  const before = partsBeforeStores(
    parts,
    moved,
    (part) =>
      !(part.kind === "store" && part.table !== "counts") &&
      !(part.kind === "table" && part.name === "question_projects"),
  );
  await putBack({ plan: { ...plan, store_version: 1 }, parts: before }, before.length, {
    ...manifestOf(plan),
    store_version: 1,
  });
  expect(await list(here)).toMatchObject([{ id: old, text: "parking", count: 4 }]);
  await admin("DELETE", `/questions/${old}`, undefined, { status: 204 });
});

test("nothing of a deleted project, or of a deleted organization, is in any store", async () => {
  const here = await world();
  await askUnanswered(here, "ses_a", "parking");
  await admin("DELETE", `/projects/${here.project_id}`, { confirm: "Bakery" }, { status: 204 });
  expect(await inStore(here.project_id, "owner", "questions", "question_sessions")).toEqual([]);
  // A call whose search was under way.
  await askUnanswered(here, "ses_a", "parking");
  expect(await inStore(here.project_id, "owner", "questions")).toEqual([]);
});

/** An agent that searches, with a source that says nothing of what is asked. */
async function searching() {
  const here = await world({ agent: { knowledge: true } });
  const paragraphs = Array.from({ length: 300 }, (_, n) => `Paragraph ${n} speaks of ropes and lighthouses alone.`);
  await admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", text: paragraphs.join("\n\n") });
  const { session_id } = await start(here);
  let calls = 0;
  const ask = (query: string) =>
    widget(here.key, "POST", "/tools/execute", {
      ...{ session_id, name: "search_knowledge", call_id: `c${++calls}`, arguments: { query } },
    });
  return { ...here, ask };
}

test("a store that cannot be reached spoils no answer of an agent", async () => {
  const { ask, ...here } = await searching();
  const store = vi.spyOn(ProjectStore.prototype, "ask").mockImplementation(away);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await ask("Do you sell gift cards?")).toMatchObject({ success: true, result: { found: false } });
  expect(store).toHaveBeenCalled();
  expect(log.mock.calls.flat().join()).toContain("question_not_counted");
  vi.restoreAllMocks();
  await ask("Do you sell gift cards?");
  expect(await counted(here)).toEqual({ "Do you sell gift cards?": 1 });
});

test("a question without an answer writes nothing to D1", async () => {
  const { ask } = await searching();
  await ask("Where are the lighthouses?");
  await ask("Do you sell gift cards?");
  await installMeter();
  /** Which words a question has says how often the passages are asked. */
  const billed = async (question: string) => {
    const bill = await billOf(() => ask(question));
    const of_passages = Object.entries(turnsOf()).filter(([name]) => name.startsWith("PASSAGE_INDEX."));
    return { ...bill, passages: of_passages.reduce((sum, [, calls]) => sum + calls, 0) };
  };
  const answered = await billed("Where are the lighthouses?");
  const unanswered = await billed("Is there a playground?");
  const again = await billed("Do you sell gift cards?");
  console.log(
    `questions| answered ${JSON.stringify(answered)}\nnew ${JSON.stringify(unanswered)}\nagain ${JSON.stringify(again)}`,
  );
  expect(answered).toMatchObject({ d1_rows_written: 0, passages: 2 });
  for (const bill of [unanswered, again]) {
    expect(bill.d1_rows_written).toBe(0);
    expect(bill.object_calls - bill.passages).toBe(answered.object_calls - answered.passages + 1);
    expect(bill.passages).toBeLessThanOrEqual(2);
    expect(bill.object_rows_written - answered.object_rows_written).toBeLessThanOrEqual(5);
  }
});
