import { describe, expect, it } from "vitest";
import type { Cap } from "../../../worker/objects/org-ledger/lease.ts";
import { NOON, newLedger, opening } from "./new-ledger.ts";

/** What a session costs whose page never said anything: where our own side sees the calls, what it saw. */
const seconds = (n: number) => NOON + n * 1000;

describe("a session that its page never reports", () => {
  const open = (watched: boolean) => {
    const ledger = newLedger(1_000);
    ledger.at(NOON, (e) => e.open(opening("a", { watched }), NOON));
    return ledger;
  };

  it("costs its reservation where nobody sees the call", () => {
    const { at, store } = open(false);
    at(seconds(301), (e) => e.sweep(seconds(301)));
    expect(store.leases.get("a")).toMatchObject({ end_reason: "visitor_left", charged: 300 });
  });

  it("costs nothing where our side would have seen the call and saw none", () => {
    const { at, store } = open(true);
    at(seconds(301), (e) => e.sweep(seconds(301)));
    expect(store.leases.get("a")).toMatchObject({ end_reason: "visitor_left", charged: 0 });
    expect(at(seconds(302), (e) => e.summary)).toMatchObject({ credit: { balance: 1_000, reserved: 0 } });
  });

  it("costs what our side saw of the call, until it saw it close or the session ended", () => {
    const closed = open(true);
    closed.at(seconds(10), (e) => e.callConnected("a", null, 1, seconds(10)));
    closed.at(seconds(52), (e) => e.callClosed("a", seconds(52)));
    closed.at(seconds(301), (e) => e.sweep(seconds(301)));
    expect(closed.store.leases.get("a")?.charged).toBe(42);
    const stood = open(true);
    stood.at(seconds(10), (e) => e.callConnected("a", null, 1, seconds(10)));
    stood.at(seconds(301), (e) => e.sweep(seconds(301)));
    expect(stood.store.leases.get("a")?.charged).toBe(290);
  });
});

it("counts what one call charges in that call's daily caps", () => {
  const { at, store } = newLedger(10_000);
  const caps: Cap[] = [{ scope: "project:1", project_id: 1, credits: 310, sessions: null }];
  // Nobody counts until a cap is set.
  at(NOON, (e) => e.open(opening("a", { watched: false }), NOON));
  // The same call ends it, charges it, and asks what the cap leaves.
  const result = at(seconds(301), (e) => {
    e.sweep(seconds(301));
    return e.open(opening("b", { caps, watched: false }), seconds(301));
  });
  expect(store.leases.get("a")?.charged).toBe(300);
  expect(result).toMatchObject({ ok: false, error: "cap_reached" });
});
