import { describe, expect, it } from "vitest";
import type { Cap, LeaseRequest } from "../../../worker/objects/org-ledger/lease.ts";
import { NOON, newLedger, opening, scope, signals } from "./new-ledger.ts";

const cap = (credits: number): Cap => ({ scope: "project:1", project_id: 1, credits, sessions: null });

/** A session that is connected, a credit a second, with this much credit in all. */
function talking(credit: number, change: Partial<LeaseRequest> = {}) {
  const ledger = newLedger(credit);
  const { at, store } = ledger;
  at(NOON, (e) => e.open(opening("a", { max_duration_seconds: 120, ...change }), NOON));
  at(NOON, (e) => e.report("a", scope, signals({ connected: true }), NOON));
  const extend = (seconds: number, ask = false) => {
    const now = NOON + seconds * 1000;
    return at(now, (e) => e.extendLimit("a", scope, ask, now));
  };
  const sign = (seconds: number) => {
    const now = NOON + seconds * 1000;
    return at(now, (e) => e.report("a", scope, signals(), now));
  };
  /** Signs of life until that second, and what became of the session. */
  const until = (seconds: number) => {
    for (let now = 20; now < seconds; now += 20) sign(now);
    at(NOON + seconds * 1000, () => null);
    return store.leases.get("a");
  };
  return { ...ledger, extend, sign, until };
}

describe("more time for a conversation", () => {
  it("comes once: by the longest duration again, reserved at once, charged by the second", () => {
    const { extend, sign, until, store } = talking(10_000, { max_duration_seconds: 200 });
    sign(80);
    expect(extend(150, true)).toMatchObject({ ok: true, seconds: 200, remaining_seconds: 50 });
    expect(sign(150)).toMatchObject({ remaining_seconds: 50 });
    expect(store.leases.get("a")?.reserved).toBe(300);
    expect(extend(150)).toEqual({ ok: true, seconds: 200, state: "active", remaining_seconds: 250 });
    expect(store.leases.get("a")?.reserved).toBe(400);
    // Whoever sends it again, as after a lost answer, gets no more.
    for (let again = 0; again < 3; again++) expect(extend(180)).toMatchObject({ seconds: 200, remaining_seconds: 220 });
    expect(extend(180, true)).toMatchObject({ seconds: 0 });
    expect(until(500)).toMatchObject({ end_reason: "max_duration", ended_at: NOON + 400_000, charged: 400 });
    expect(store.account.balance).toBe(10_000 - 400);
  });

  it("is five minutes at most, and stays after an eviction", () => {
    const { extend, evict, until, store } = talking(10_000, { max_duration_seconds: 400 });
    expect(extend(10)).toMatchObject({ seconds: 300, remaining_seconds: 690 });
    evict();
    expect(extend(10)).toMatchObject({ seconds: 300, remaining_seconds: 690 });
    expect(until(1_000)).toMatchObject({ end_reason: "max_duration", charged: 700 });
    expect(store.account.balance).toBe(10_000 - 700);
  });

  it.each<[string, number, Partial<LeaseRequest>, string]>([
    ["the credit does not reach for all of it", 239, {}, "no_credit"],
    ["a daily cap has no room for all of it", 10_000, { caps: [cap(239)] }, "cap_reached"],
    ["the agent's owner wants none", 10_000, { extendable: false }, "not_extendable"],
  ])("is refused where %s, and nothing changes", (_, credit, change, error) => {
    const { extend, until } = talking(credit, change);
    expect(extend(70, true)).toMatchObject({ ok: true, seconds: 0, remaining_seconds: 50 });
    expect(extend(70)).toEqual({ ok: false, error });
    expect(until(200)).toMatchObject({ end_reason: "max_duration", charged: 120 });
  });

  it("comes where credit and cap reach for all of it exactly", () => {
    const { extend, until } = talking(240, { caps: [cap(240)] });
    expect(extend(70)).toMatchObject({ seconds: 120, remaining_seconds: 170 });
    expect(until(400)).toMatchObject({ charged: 240 });
  });

  it("is not for a session that has not connected, has ended, or is another project's", () => {
    const { at, extend } = talking(10_000);
    at(NOON, (e) => e.open(opening("b"), NOON));
    expect(at(NOON, (e) => e.extendLimit("b", scope, false, NOON))).toEqual({ ok: false, error: "not_extendable" });
    const theirs = { project_id: 9, agent_id: null };
    expect(at(NOON, (e) => e.extendLimit("a", theirs, false, NOON))).toEqual({
      ok: false,
      error: "session_not_found",
    });
    // Its last sign of life was 90 seconds ago.
    expect(extend(91)).toEqual({ ok: false, error: "session_ended", end_reason: "visitor_left" });
  });
});
