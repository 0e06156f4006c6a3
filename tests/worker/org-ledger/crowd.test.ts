import { env, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { OrgLedger } from "../../../worker/index.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { NOON, newLedger, opening, scope, signals, terms } from "./new-ledger.ts";

const CROWD = 2_000;
const names = Array.from({ length: CROWD }, (_, at) => `ses_${String(at).padStart(5, "0")}`);
const lines = terms({ voice_lines: CROWD });
/** Every session of the crowd connected at noon; each fell silent at once. */
function crowd() {
  const ledger = newLedger(CROWD * 400, lines);
  for (const session_id of names) ledger.at(NOON, (engine) => engine.open(opening(session_id), NOON));
  // Our own side saw each call begin, so that its time is charged.
  for (const session_id of names) ledger.at(NOON, (engine) => engine.callConnected(session_id, null, 0, NOON));
  for (const session_id of names)
    ledger.at(NOON, (engine) => engine.report(session_id, scope, signals({ connected: true }), NOON));
  return ledger;
}
const LATE = NOON + 600_000;

test("many sessions that fall due at once are ended by several calls, in order, with the same charges", () => {
  const { store, at } = crowd();
  const running = () => [...store.leases.values()].filter((lease) => lease.ended_at === null).length;
  for (let left = CROWD; left > 0; ) {
    at(LATE, () => null);
    const now = running();
    expect(left - now).toBe(Math.min(left, 250));
    left = now;
  }
  expect([...store.entries].filter(({ session_id }) => session_id).map(({ session_id }) => session_id)).toEqual(names);
  expect(at(LATE, (engine) => engine.credit)).toEqual({
    balance: store.entries.reduce((sum, { amount }) => sum + amount, 0),
    reserved: 0,
    available: store.account.balance,
  });
  expect(at(LATE, (engine) => [engine.due, engine.summary.lines.in_use])).toEqual([Number.POSITIVE_INFINITY, 0]);
});

test("a session that takes more credit waits for those before it to free some, also where one call cannot end all", () => {
  const outcome = (every: number, most?: number) => {
    const { store, at } = newLedger(360, terms(), most);
    const second = (n: number) => NOON + n * 1_000;
    const open = (session_id: string, max_duration_seconds: number) =>
      at(NOON, (engine) => engine.open(opening(session_id, { max_duration_seconds }), NOON));
    open("short", 80);
    open("long", 3_600);
    for (const session_id of ["short", "long"])
      at(second(50), (engine) => engine.report(session_id, scope, signals({ connected: true }), second(50)));
    at(second(100), (engine) => engine.report("long", scope, signals(), second(100)));
    // What "long" takes at 110 seconds lasts until "short" has ended, at 130, and its reservation is free.
    at(second(100), (engine) => engine.grant({ operation: "more", amount: 30, note: null }, second(100)));
    for (let now = 100 + every; now < 400; now += every) at(second(now), () => null);
    at(second(400), () => null);
    return [...store.leases.values()].map(({ session_id, end_reason, charged }) => [session_id, end_reason, charged]);
  };
  const timely = outcome(1);
  expect(timely).toEqual([
    ["short", "max_duration", 80],
    ["long", "visitor_left", 50],
  ]);
  expect(outcome(400)).toEqual(timely);
  expect(outcome(400, 1)).toEqual(timely);
});

test("no call about a session finds it running after its end, however long the queue before it", () => {
  const { store, at } = crowd();
  const last = names.at(-1) ?? "";
  // As the object does: it sweeps with the session that the call is about.
  const result = at(LATE, (engine) => {
    engine.sweep(LATE, last);
    return engine.report(last, scope, signals(), LATE);
  });
  expect(result).toMatchObject({ ok: false, error: "session_ended", end_reason: "visitor_left" });
  expect(store.leases.get(last)?.ended_at).toBe(NOON);
});

test("publishing reads what is published, not every lease", async () => {
  // Its own alarm would read as well.
  stopClock(farNoon());
  const ledger = env.ORG_LEDGER.getByName("77") as unknown as DurableObjectStub<OrgLedger>;
  const own = { ...lines, org_id: 77 };
  await ledger.grant({ operation: "first", amount: CROWD * 400, note: null }, own);
  for (const session_id of names.slice(0, 400)) await ledger.open(opening(session_id), own, true);
  await ledger.publishPending();
  await runInDurableObject(ledger, async (object, state) => {
    let read = 0;
    const exec = state.storage.sql.exec.bind(state.storage.sql);
    const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
    state.storage.sql.exec = ((...args: Parameters<typeof exec>) => {
      const cursor = exec(...args);
      cursors.push(cursor);
      return cursor;
    }) as typeof exec;
    object.end(names[3] ?? "", "operator");
    await object.publishPending();
    for (const { rowsRead } of cursors) read += rowsRead;
    expect(read).toBeLessThan(60);
  });
});
