import { describe, expect, it } from "vitest";
import type { Cap } from "../../../worker/objects/org-ledger/lease.ts";
import { NOON, newLedger, opening, scope, signals } from "./new-ledger.ts";

const cap = (change: Partial<Cap>): Cap => ({
  scope: "project:1",
  project_id: 1,
  credits: null,
  sessions: null,
  ...change,
});
const MINUTE = 60_000;
const DAY = 86_400_000;

describe("daily caps", () => {
  it("count sessions of the UTC day, those the vendor refused left out, and reopen at midnight", () => {
    const { at, store } = newLedger(100_000);
    const caps = [cap({ sessions: 2 })];
    const open = (id: string, now: number) => at(now, (e) => e.open(opening(id, { caps }), now));
    expect(open("a", NOON).ok).toBe(true);
    at(NOON, (e) => e.release("a", NOON));
    expect(open("b", NOON).ok).toBe(true);
    expect(open("c", NOON).ok).toBe(true);
    expect(open("d", NOON)).toMatchObject({
      ok: false,
      error: "cap_reached",
      notice: { data: { cap: "daily_session_cap", used: 2 } },
    });
    expect(open("e", NOON)).toMatchObject({ ok: false });
    expect(store.notices).toHaveLength(1);
    expect(open("f", NOON + DAY / 2).ok).toBe(true);
  });

  it("count running reservations, and end a call that reaches them", () => {
    const { at, store } = newLedger(100_000);
    const caps = [cap({ credits: 400 })];
    at(NOON, (e) => e.open(opening("a", { caps }), NOON));
    expect(store.leases.get("a")?.reserved).toBe(300);
    at(NOON, (e) => e.open(opening("b", { caps }), NOON));
    expect(store.leases.get("b")?.reserved).toBe(100);
    expect(at(NOON, (e) => e.open(opening("c", { caps }), NOON))).toMatchObject({ error: "cap_reached" });
    at(NOON, (e) => e.report("b", scope, signals({ connected: true }), NOON));
    at(NOON + MINUTE, (e) => e.report("b", scope, signals(), NOON + MINUTE));
    const later = NOON + 101_000;
    at(later, () => null);
    expect(store.leases.get("b")).toMatchObject({ state: "ended", end_reason: "credit_exhausted", charged: 100 });
  });

  it("that are set at noon count what the morning cost, also after an eviction", () => {
    const { at, evict } = newLedger(100_000);
    at(NOON, (e) => e.open(opening("a"), NOON));
    at(NOON, (e) => e.report("a", scope, signals({ connected: true }), NOON));
    at(NOON + MINUTE, (e) => e.report("a", scope, signals({ ended: "completed" }), NOON + MINUTE));
    evict();
    const caps = [cap({ credits: 100 })];
    const now = NOON + 2 * MINUTE;
    expect(at(now, (e) => e.open(opening("b", { caps }), now))).toMatchObject({ error: "cap_reached" });
    const key = [cap({ scope: "key:99", credits: 100 })];
    expect(at(now, (e) => e.open(opening("c", { caps: key, key_id: 99 }), now)).ok).toBe(true);
  });
});
