import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { ProjectVolume } from "../../../worker/index.ts";
import type { Mover } from "../../../worker/objects/project-store/mover.ts";
import type { EventBatch } from "../../../worker/objects/project-store/rpc.ts";
import { putBack, takeBackup } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { installAnew } from "../../harness/worker/installation.ts";
import { entriesOf, report, start, type World, world } from "../../harness/worker/organization.ts";
import { away, changeStore, inStore, storeOf } from "../../harness/worker/project-store.ts";
import { admin, operator, request } from "../../harness/worker/request.ts";

const DAY = 86_400_000;
const RECORDS = ["events", "usage", "tool_calls", "documents"];

afterEach(() => vi.restoreAllMocks());

/** A call that began so many days ago, in which this was said. */
async function talk(here: World, text: string, days: number, who: Parameters<typeof start>[1] = {}): Promise<string> {
  const { session_id } = await start(here, who);
  const usage = { type: "usage", id: "r1", input_tokens: 3, output_tokens: 4, total_tokens: 7 };
  const said = { type: "user_transcript", text };
  await report(here.key, session_id, [{ type: "connected" }, said, usage, { type: "ended" }]);
  await here.ledger.publishPending();
  const at = Date.now() - days * DAY;
  const sql = "UPDATE sessions SET started_at = ?1, ended_at = ?1 + 60000 WHERE id = ?2";
  await changeStore(here.project_id, sql, at, session_id);
  // The search numbers sessions by their starts.
  await storeOf(here.project_id).index(here.project_id, 100);
  const found = "(SELECT id FROM documents WHERE session_id = ?)";
  await changeStore(here.project_id, `DELETE FROM search_words WHERE rowid = ${found}`, session_id);
  await changeStore(here.project_id, "DELETE FROM documents WHERE session_id = ?", session_id);
  await changeStore(here.project_id, "INSERT OR IGNORE INTO unindexed VALUES (?)", session_id);
  await storeOf(here.project_id).index(here.project_id, 100);
  return session_id;
}

const moving = (project_id: number) =>
  runInDurableObject(storeOf(project_id) as never, (_, { storage }: DurableObjectState) =>
    Boolean(storage.kv.get("moves_wanted") ?? storage.kv.get("moves_under_way")),
  );
/** As if the store had reached the size from which on records move. */
async function grown({ project_id }: World): Promise<void> {
  await runInDurableObject(storeOf(project_id) as never, (store) => {
    Object.assign((store as unknown as { mover: Mover }).mover, { from: 0, until: 0 });
  });
  await storeOf(project_id).bytes();
  await runInDurableObject(storeOf(project_id) as never, (store) => {
    Object.assign((store as unknown as { mover: Mover }).mover, { from: Number.POSITIVE_INFINITY });
  });
}
/** All that may move does. */
async function move(here: World): Promise<void> {
  await grown(here);
  for (let alarms = 0; (await moving(here.project_id)) && alarms < 20; alarms++)
    await runDurableObjectAlarm(storeOf(here.project_id) as never);
}

/** All rows of a volume's tables. */
const inVolume = (project_id: number, volume: number, ...tables: string[]) =>
  runInDurableObject(
    env.PROJECT_VOLUME.getByName(`${project_id}/${volume}`) as never,
    (_, { storage }: DurableObjectState) =>
      tables.flatMap((table) => {
        const there = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", table).toArray().length > 0;
        return there ? storage.sql.exec(`SELECT * FROM ${table}`).toArray() : [];
      }),
  );
const sessionsIn = (rows: unknown[]) => new Set((rows as { session_id: string }[]).map(({ session_id }) => session_id));
const volumesOf = async ({ project_id }: World) =>
  Object.fromEntries(
    ((await inStore(project_id, "moved_sessions")) as { session_id: string; volume: number }[]).map(
      ({ session_id, volume }) => [session_id, volume],
    ),
  );

const find = async ({ project_id }: World, query: Record<string, string>) =>
  (await admin("GET", `/projects/${project_id}/sessions?${new URLSearchParams(query)}`)).items;
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
const session = (id: string) => admin("GET", `/sessions/${id}`);
const said = async (id: string) => (await session(id)).transcript.map(({ text }: { text: string }) => text);

const late = (here: World, session_id: string, batch: number, events: EventBatch["events"], repeated = false) =>
  storeOf(here.project_id).keepEvents(
    here.project_id,
    { session_id, org_id: here.org_id, batch, at: Date.now(), events },
    repeated,
  );

test("records of old sessions move to volumes by month, and every read finds them there, the newest first", async () => {
  const here = await world();
  const old = await talk(here, "where is the mill", 80);
  const older = await talk(here, "the mill again", 120);
  const fresh = await talk(here, "a mill today", 0);
  const before = await Promise.all([old, older, fresh].map(session));
  const listed = await find(here, { q: "mill" });
  expect(idsOf(listed)).toEqual([fresh, old, older]);
  await move(here);
  expect(await volumesOf(here)).toEqual({ [older]: 1, [old]: 2 });
  expect(sessionsIn(await inStore(here.project_id, ...RECORDS))).toEqual(new Set([fresh]));
  expect(await Promise.all([old, older, fresh].map(session))).toEqual(before);
  expect(await find(here, { q: "mill" })).toEqual(listed);
  expect(await find(here, {})).toEqual(listed);
  expect(idsOf(await find(here, { q: "mill", order: "oldest" }))).toEqual([older, old, fresh]);
  const to = new Date(Date.now() - 100 * DAY).toISOString().slice(0, 10);
  expect(idsOf(await find(here, { q: "mill", to }))).toEqual([older]);
  const path = `/projects/${here.project_id}/sessions?q=mill&limit=1`;
  const page = await admin("GET", path);
  const next = await admin("GET", `${path}&cursor=${page.next_cursor}`);
  const last = await admin("GET", `${path}&cursor=${next.next_cursor}`);
  expect(idsOf([...page.items, ...next.items, ...last.items])).toEqual([fresh, old, older]);
});

test("what comes late to a session that has moved is kept once, with it, and is found", async () => {
  const here = await world();
  const id = await talk(here, "where is the mill", 80);
  await move(here);
  await late(here, id, 7, [{ type: "user_transcript", text: "and the quay" }]);
  await late(here, id, 7, [{ type: "user_transcript", text: "and the quay" }], true);
  expect(await said(id)).toEqual(["where is the mill", "and the quay"]);
  expect(sessionsIn(await inStore(here.project_id, ...RECORDS, "unindexed"))).toEqual(new Set());
  expect(idsOf(await find(here, { q: "mill quay" }))).toEqual([id]);
  await late(here, id, 8, [{ type: "feedback", rating: 4 }]);
  expect(await session(id)).toMatchObject({ rating: 4 });
});

test("a move that breaks off is done again: nothing is lost, and nothing is there twice", async () => {
  const here = await world();
  const id = await talk(here, "where is the mill", 80);
  const before = await session(id);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { index } = ProjectVolume.prototype;
  vi.spyOn(ProjectVolume.prototype, "index").mockImplementationOnce(async function (this: ProjectVolume, ...asked) {
    await index.apply(this, asked);
    return away();
  });
  await grown(here);
  await runDurableObjectAlarm(storeOf(here.project_id) as never);
  expect(await inVolume(here.project_id, 1, "events")).not.toEqual([]);
  // Until all is there the store answers.
  expect(await session(id)).toEqual(before);
  expect(idsOf(await find(here, { q: "mill" }))).toEqual([id]);
  await move(here);
  expect(await volumesOf(here)).toEqual({ [id]: 1 });
  expect(await session(id)).toEqual(before);
  expect(idsOf(await find(here, { q: "mill" }))).toEqual([id]);
});

test("two alarms at once move a batch once", async () => {
  const here = await world();
  const id = await talk(here, "where is the mill", 80);
  await grown(here);
  await runInDurableObject(storeOf(here.project_id) as never, (store) =>
    Promise.all([1, 2].map(() => (store as unknown as { mover: Mover }).mover.step(here.project_id))),
  );
  expect(await volumesOf(here)).toEqual({ [id]: 1 });
  expect(await said(id)).toEqual(["where is the mill"]);
});

test("what comes while a session is copied moves with it, and what is forgotten then is nowhere", async () => {
  const here = await world();
  const [kept, gone] = [await talk(here, "where is the mill", 80), await talk(here, "the quagmire", 79)];
  const { insert } = ProjectVolume.prototype;
  vi.spyOn(ProjectVolume.prototype, "insert").mockImplementationOnce(async function (this: ProjectVolume, ...parts) {
    await insert.apply(this, parts);
    await late(here, kept, 7, [{ type: "user_transcript", text: "and the quay" }]);
    await storeOf(here.project_id).forget(here.project_id, [gone], 0);
  });
  await move(here);
  expect(await said(kept)).toEqual(["where is the mill", "and the quay"]);
  expect(await volumesOf(here)).toEqual({ [kept]: 1 });
  expect(sessionsIn(await inVolume(here.project_id, 1, ...RECORDS))).toEqual(new Set([kept]));
});

test("what is forgotten leaves its volume, index segments included; a volume without sessions is dropped", async () => {
  const here = await world();
  const [one, other] = [await talk(here, "the mill by the quagmire", 80), await talk(here, "the mill", 80)];
  await move(here);
  const volume = (await volumesOf(here))[one] ?? 0;
  const words = async () =>
    ((await inVolume(here.project_id, volume, "search_words_data")) as { block: ArrayBuffer }[])
      .map(({ block }) => new TextDecoder("latin1").decode(block))
      .join("");
  expect(await words()).toContain("quagmire");
  await storeOf(here.project_id).forget(here.project_id, [one], 0);
  expect(await words()).not.toContain("quagmire");
  expect(sessionsIn(await inVolume(here.project_id, volume, ...RECORDS))).toEqual(new Set([other]));
  await storeOf(here.project_id).forget(here.project_id, [other], 0);
  expect(await inStore(here.project_id, "volumes", "moved_sessions")).toEqual([]);
  expect(await inVolume(here.project_id, volume, "sqlite_sequence", ...RECORDS, "search_words_data")).toEqual([]);
});

test("a store that has no room left drops what sessions cost that retention has emptied, the oldest first, and nothing else", async () => {
  const here = await world();
  const [older, old, fresh] = [await talk(here, "one", 120), await talk(here, "two", 80), await talk(here, "three", 0)];
  const kept = await talk(here, "four", 100);
  await storeOf(here.project_id).forget(here.project_id, [older, old], 0);
  const full = (bytes: number) =>
    runInDurableObject(storeOf(here.project_id) as never, (store) => {
      Object.assign((store as unknown as { mover: Mover }).mover, { full: bytes });
    });
  const rows = async () => ((await inStore(here.project_id, "sessions")) as { id: string }[]).map(({ id }) => id);
  const before = await entriesOf(here);
  await move(here);
  expect((await rows()).toSorted()).toEqual([older, old, fresh, kept].toSorted());
  await full(0);
  await move(here);
  expect((await rows()).toSorted()).toEqual([fresh, kept].toSorted());
  expect(await entriesOf(here)).toEqual(before);
  expect(await said(kept)).toEqual(["four"]);
  await admin("GET", `/sessions/${old}`, undefined, { status: 404 });
  expect(idsOf(await find(here, {}))).toEqual([fresh, kept]);
});

test("retention empties months that have moved, and drops them", async () => {
  const here = await world();
  await talk(here, "the mill", 120);
  const kept = await talk(here, "the mill", 20);
  await move(here);
  await storeOf(here.project_id).takeOver(here.project_id);
  await cron(Date.now(), "17 * * * *");
  expect(Object.keys(await volumesOf(here))).toEqual([kept]);
  expect(await inStore(here.project_id, "volumes")).toHaveLength(1);
});

test("a backup has what has moved, and a restore puts it back where it was", async () => {
  const here = await world();
  const ids = [await talk(here, "the mill", 80), await talk(here, "a mill today", 0)];
  await move(here);
  const before = await Promise.all(ids.map(session));
  const archive = await takeBackup();
  await installAnew();
  await putBack(archive);
  expect(await Promise.all(ids.map(session))).toEqual(before);
  expect(Object.keys(await volumesOf(here))).toEqual([ids[0]]);
  expect(sessionsIn(await inStore(here.project_id, "events"))).toEqual(new Set([ids[1]]));
  await runDurableObjectAlarm(storeOf(here.project_id) as never);
  expect(idsOf(await find(here, { q: "mill" }))).toEqual(ids.toReversed());
});

test("a cursor that no page of a backup gave is refused", async () => {
  for (const key of [
    ["volume"],
    ["volume", "x"],
    ["volume", 1, "sessions", "a"],
    ["volume", 1, "volume", 1],
    ["volume", 1, "events", "a"],
    ["moved_sessions", 1, 2],
  ]) {
    const cursor = encodeURIComponent(JSON.stringify([1, key]));
    await admin("GET", `/backup/stores?cursor=${cursor}`, undefined, { status: 422 });
  }
});

test("a deleted project takes its volumes along", async () => {
  const here = await world();
  await talk(here, "the mill", 80);
  await move(here);
  expect(await inVolume(here.project_id, 1, "events")).not.toEqual([]);
  const { name } = await admin("GET", `/projects/${here.project_id}`);
  await admin("DELETE", `/projects/${here.project_id}`, { confirm: name }, { status: 204 });
  expect(await inVolume(here.project_id, 1, ...RECORDS)).toEqual([]);
});

test("a volume that is away stops no report, and no list of other sessions; a search says so", async () => {
  const here = await world();
  await talk(here, "the mill", 80);
  await move(here);
  const fresh = await talk(here, "a mill today", 0);
  vi.spyOn(ProjectVolume.prototype, "openingWords").mockImplementation(away);
  vi.spyOn(ProjectVolume.prototype, "find").mockImplementation(away);
  await late(here, fresh, 7, [{ type: "user_transcript", text: "and the quay" }]);
  expect(await said(fresh)).toEqual(["a mill today", "and the quay"]);
  const path = `/projects/${here.project_id}/sessions`;
  expect(idsOf((await admin("GET", `${path}?limit=1`)).items)).toEqual([fresh]);
  const { status } = await request("GET", `/admin/v1${path}?q=mill`, { headers: operator });
  expect(status).toBe(503);
});
