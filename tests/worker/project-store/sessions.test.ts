import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { ProjectStore } from "../../../worker/index.ts";
import { verifyKey } from "../../../worker/keys/api-key.ts";
import { denialCache } from "../../../worker/objects/key-gate/denial-cache.ts";
import type { NoteOldest } from "../../../worker/objects/project-store/session-store.ts";
import { applyRetention } from "../../../worker/sessions/retention.ts";
import { holdThatRestoreKeeps } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { away, dieAtPiece, inStore, leaveInD1, sessionIn, storeOf } from "../../harness/worker/project-store.ts";
import { admin, operator, request } from "../../harness/worker/request.ts";
import { billOf, installMeter } from "../contract/meter.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DAY = 86_400_000;
const BEGAN = Date.UTC(2026, 9, 5, 12);

const orgPart = (org_id: number) => org_id.toString(36);
/** An id of before, which names no project that there is. */
const idOf = ({ org_id }: World, n: number) => `ses_${`old${n}`.padEnd(24, "z")}${orgPart(org_id)}`;

/** So many sessions as a version without stores has left them in D1, one a minute; a person answered in each. */
async function left(here: World, count: number, key_id: number | null = null): Promise<string[]> {
  const { org_id, project_id, agent_id } = here;
  const ids = Array.from({ length: count }, (_, n) => idOf(here, n));
  const list = JSON.stringify(ids);
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, key_id, provider, state, started_at, connected_at, ended_at, charged, revision)
       SELECT value, ?1, ?2, ?3, 'Ava', ?6, 'provider_a', 'ended', ?5 + key * 60000, ?5 + key * 60000, ?5 + key * 60000 + 30000, 2, 3
       FROM json_each(?4)`,
    ).bind(org_id, project_id, agent_id, list, BEGAN, key_id),
    env.DB.prepare(
      "INSERT INTO session_persons (session_id, asked, answered, missed, waited_seconds, seconds) SELECT value, 1, 1, 0, 4, 10 FROM json_each(?1)",
    ).bind(list),
  ]);
  return ids;
}
const list = ({ project_id }: Pick<World, "project_id">, query = "") =>
  admin("GET", `/projects/${project_id}/sessions?${query}`);
const dayOf = async ({ project_id }: World) =>
  (await admin("GET", `/projects/${project_id}/statistics?from=2026-10-05&to=2026-10-05`)).items[0];
const testKeyOf = async ({ agent_id }: World): Promise<number> => {
  await admin("POST", `/agents/${agent_id}/test-key`, undefined, { status: 200 });
  const sql = "SELECT id FROM api_keys WHERE channel_id IS NULL AND agent_id = ?1";
  return (await env.DB.prepare(sql).bind(agent_id).first<number>("id")) ?? 0;
};

test("what D1 had is listed, summed and found by its id, which names no project", async () => {
  const here = await world();
  const ids = await left(here, 3, await testKeyOf(here));
  expect((await admin("GET", `/sessions/${ids[0]}`)).project_id, "before anybody has asked the store").toBe(
    here.project_id,
  );
  expect((await list(here)).items).toMatchObject(ids.toReversed().map((id) => ({ id, test: true, charged: 2 })));
  expect(await dayOf(here)).toMatchObject({ sessions: 3, connected: 3, seconds: 60, credits: 6, persons_answered: 3 });
  expect(await admin("GET", `/sessions/${ids[1]}`)).toMatchObject({ id: ids[1], project_id: here.project_id });
  await cron();
  // For a Worker that is rolled back.
  expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM sessions").first("n")).toBe(3);
  expect(await inStore(here.project_id, "arriving_sessions", "arrival_of_sessions")).toEqual([]);
});

test("sessions are taken over in pieces: a kill leaves them, and nobody lists half of them", async () => {
  const here = await world();
  await left(here, 2_100);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const dying = dieAtPiece(2, "sessions");
  await cron();
  dying.mockRestore();
  expect(await inStore(here.project_id, "arriving_sessions")).toHaveLength(2_000);
  expect(await inStore(here.project_id, "sessions", "owner")).toEqual([]);
  await evictDurableObject(storeOf(here.project_id) as never);
  expect(await dayOf(here)).toMatchObject({ sessions: 720 });
  expect(await inStore(here.project_id, "sessions")).toHaveLength(2_100);
  expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM session_projects").first("n")).toBe(2_100);
});

test("what a Worker of before published while the store took over comes with the ledger's first life in the new version", async () => {
  const here = await world();
  const { session_id } = await start(here);
  await leaveInD1(here);
  await storeOf(here.project_id).takeOver(here.project_id);
  await report(here.key, session_id, [{ type: "connected" }]);
  await here.ledger.publishPending();
  // As it was: D1 had the newest, the store what D1 had before, and no ledger knew of stores.
  await runInDurableObject(storeOf(here.project_id) as never, (_, { storage }: DurableObjectState) => {
    storage.sql.exec("UPDATE sessions SET state = 'starting', connected_at = NULL, revision = 1");
  });
  await runInDurableObject(here.ledger as never, (_, { storage }: DurableObjectState) => {
    storage.sql.exec("UPDATE lease SET published_revision = revision, kept_revision = 0");
  });
  await evictDurableObject(here.ledger as never);
  await here.ledger.publishPending();
  expect(await sessionIn(here.project_id, session_id)).toMatchObject({ state: "active" });
});

test("a call writes one row to D1, its ledger entry, and a list is one call of the store", async () => {
  const here = await world();
  // A project's first session is noted for its retention.
  await start(here);
  await here.ledger.publishPending();
  await installMeter();
  const bill = await billOf(async () => {
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }]);
    await here.ledger.publishPending();
    await report(here.key, session_id, [{ type: "user_transcript", text: "Hi" }]);
    await report(here.key, session_id, [{ type: "ended" }]);
    await here.ledger.publishPending();
  });
  console.log(`call| ${JSON.stringify(bill)}`);
  expect(bill.d1_rows_written).toBe(1);
  const listed = vi.spyOn(ProjectStore.prototype, "findSessions");
  expect((await list(here)).items).toHaveLength(2);
  expect(listed).toHaveBeenCalledOnce();
});

test("whose key's gate does not know its channel is a test call or a visitor's as D1 says", async () => {
  const here = await world();
  const { key } = await admin("POST", `/agents/${here.agent_id}/test-key`, undefined, { status: 200 });
  const tests: [session_id: string, test: boolean][] = [];
  for (const [of, test] of [
    [key, true],
    [here.key, false],
  ] as const) {
    await start({ ...here, key: of });
    const hash = (await verifyKey([env.KEY_SECRET], of)) ?? "";
    const gate = env.KEY_GATE.getByName(hash) as never;
    // As a version left it that kept no channels in gates.
    await runInDurableObject(gate, (_, { storage }: DurableObjectState) => {
      const saved = storage.kv.get<{ policy: { channel_id?: number | null } }>("key");
      delete saved?.policy.channel_id;
      storage.kv.put("key", saved);
    });
    await evictDurableObject(gate);
    denialCache.forget(hash);
    tests.push([(await start({ ...here, key: of })).session_id, test]);
  }
  await here.ledger.publishPending();
  for (const [session_id, test] of tests)
    expect(await sessionIn(here.project_id, session_id)).toMatchObject({ test: Number(test) });
});

test("what runs is listed as the ledgers know it, before any store does", async () => {
  const [here, there] = [await world(), await world()];
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(ProjectStore.prototype, "keepSessions").mockImplementation(away);
  const ids: string[] = [];
  for (const one of [here, there, here]) {
    const { session_id } = await start(one);
    await report(one.key, session_id, [{ type: "connected" }]);
    ids.unshift(session_id);
  }
  await start(here);
  const active = (query = "", token?: string) =>
    admin("GET", `/sessions?status=active${query}`, undefined, token ? { token } : {});
  const { items } = await active();
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
  const first = await active("&limit=2");
  const second = await active(`&limit=2&cursor=${first.next_cursor}`);
  expect([...first.items, ...second.items]).toEqual(items);
  expect(second.next_cursor).toBeNull();
  const { token } = await admin("POST", `/organizations/${there.org_id}/tokens`);
  expect((await active("", token)).items).toMatchObject([{ project_id: there.project_id }]);
});

const noted = () => env.DB.prepare("SELECT oldest_at FROM project_stores").first<number>("oldest_at");

/** Has a store's notes go to D1 by this. @returns what ends that */
async function noting({ project_id }: World, way: (note: () => Promise<void>) => Promise<void>) {
  const change = (changed: (noteOldest: NoteOldest) => NoteOldest) =>
    runInDurableObject(storeOf(project_id), (store: ProjectStore) => {
      const noter = store as unknown as { noteOldest: NoteOldest };
      noter.noteOldest = changed(noter.noteOldest);
    });
  let before: NoteOldest | undefined;
  await change((noteOldest) => {
    before = noteOldest;
    return (...note) => way(() => noteOldest(...note));
  });
  return () => change((noteOldest) => before ?? noteOldest);
}

test("retention knows by D1's note where something is overdue, also after the days were changed", async () => {
  const here = await world();
  const { session_id } = await start(here, { visitor_id: "v" });
  await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
  const { started_at } = await admin("GET", `/sessions/${session_id}`);
  await vi.waitFor(async () => expect(await noted()).toBe(started_at));
  const looks = vi.spyOn(ProjectStore.prototype, "sessionsToEmpty");
  expect(await applyRetention(env, Date.now() + 5 * DAY)).toBe(0);
  expect(looks).not.toHaveBeenCalled();
  await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 3 });
  expect(await applyRetention(env, Date.now() + 5 * DAY)).toBe(1);
  expect(await sessionIn(here.project_id, session_id)).toMatchObject({ subject: null });
  // A look that finds nothing sets the note right.
  expect(await applyRetention(env, Date.now() + 5 * DAY)).toBe(0);
  expect(await noted()).toBeNull();
  // What comes late is emptied, too.
  await report(here.key, session_id, [{ type: "feedback", rating: 5 }]);
  await vi.waitFor(async () => expect(await noted()).toBe(started_at));
  expect(await applyRetention(env, Date.now() + 5 * DAY)).toBe(1);
  expect(await inStore(here.project_id, "events", "ratings")).toEqual([]);
});

test("a store keeps what it is told, also of one that was emptied, while D1 does not take its note", async () => {
  const here = await world();
  const d1 = Promise.withResolvers<void>();
  await noting(here, (note) => d1.promise.then(note));
  const { session_id } = await start(here, { visitor_id: "v" });
  await here.ledger.publishPending();
  const kept = await sessionIn(here.project_id, session_id);
  expect(kept).toMatchObject({ subject: "visitor:v" });
  await storeOf(here.project_id).forget(here.project_id, [session_id], 0);
  await report(here.key, session_id, [{ type: "connected" }, { type: "user_transcript", text: "Late" }]);
  expect(await inStore(here.project_id, "events")).toHaveLength(2);
  expect((await here.ledger.outbox()).late).toEqual([]);
  expect(await noted()).toBeNull();
  d1.resolve();
  await vi.waitFor(async () => expect(await noted()).toBe(kept?.started_at));
});

test("a project that keeps nothing has its first session noted, not each", async () => {
  const here = await world();
  await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 0 });
  const call = async () => {
    const { session_id } = await start(here, { visitor_id: "v" });
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    await here.ledger.followUpPending();
    // No answer waits for it.
    return vi.waitFor(async () => {
      const kept = await sessionIn(here.project_id, session_id);
      expect(kept?.emptied_at).not.toBeNull();
      return kept;
    });
  };
  const first = await call();
  await vi.waitFor(async () => expect(await noted()).toBe(first?.started_at));
  await call();
  expect(await noted()).toBe(first?.started_at);
  // The look that finds nothing sets it right.
  expect(await applyRetention(env, Date.now() + 1)).toBe(0);
  expect(await noted()).toBeNull();
});

test("what D1 took of a note without an answer hides no later session", async () => {
  const here = await world();
  const { session_id } = await start(here, { visitor_id: "v" });
  await here.ledger.publishPending();
  await vi.waitFor(async () => expect(await noted()).not.toBeNull());
  await storeOf(here.project_id).forget(here.project_id, [session_id], 0);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const restore = await noting(here, (note) => note().then(() => Promise.reject(new Error("no answer"))));
  await storeOf(here.project_id).sessionsToEmpty(here.project_id, Date.now(), 1);
  expect(await noted()).toBeNull();
  await restore();
  const later = await start(here, { visitor_id: "w" });
  await here.ledger.publishPending();
  const kept = await sessionIn(here.project_id, later.session_id);
  await vi.waitFor(async () => expect(await noted()).toBe(kept?.started_at));
});

test("a visitor is forgotten only where the store takes what the ledger still has", async () => {
  const here = await world();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const gone = vi.spyOn(ProjectStore.prototype, "keepSessions").mockImplementation(away);
  const { session_id } = await start(here, { visitor_id: "ana" });
  await report(here.key, session_id, [{ type: "connected" }, { type: "user_transcript", text: "I am Ana." }]);
  const path = `/admin/v1/projects/${here.project_id}/subjects/ana`;
  const forget = async () => (await request("DELETE", path, { headers: operator })).status;
  expect(await forget()).toBe(503);
  gone.mockRestore();
  expect(await forget()).toBe(204);
  expect(await inStore(here.project_id, "events")).toEqual([]);
  expect(await sessionIn(here.project_id, session_id)).toMatchObject({ subject: null });
});

test("the audit log names a session's agent", async () => {
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  await admin("POST", `/sessions/${session_id}/end`, undefined, { status: 200 });
  const { agent_name } = await admin("GET", `/sessions/${session_id}`);
  const { items } = await admin("GET", "/audit?limit=200");
  expect(items).toContainEqual(
    expect.objectContaining({
      target: `session:${session_id}`,
      target_name: agent_name,
      project_id: here.project_id,
    }),
  );
});

test("a backup has the sessions, and a restore brings them back; so does an archive of before, with its test calls", async () => {
  const here = await world();
  await left(here, 1_200, await testKeyOf(here));
  await cron();
  await holdThatRestoreKeeps({
    tables: { before: "sessions", now: "sessions" },
    store_version: 10,
    read: async () => [(await list(here, "limit=100&test=true")).items, (await dayOf(here)).sessions],
  });
});
