import { describe, expect, it } from "vitest";
import { LEFT_PAGE_SECONDS, MAX_PAGE_CHANGES, MAX_RECONNECTS } from "../../../shared/limits.ts";
import { NOON, newLedger, opening, scope, signals } from "./new-ledger.ts";

/** A call that goes from page to page of a site: what it holds, and what it costs. */
const seconds = (n: number) => NOON + n * 1000;

/** A session whose page connected it at once. */
function connected(change: Parameters<typeof opening>[1] = {}) {
  const ledger = newLedger(100_000);
  const { at, store } = ledger;
  at(NOON, (e) => e.open(opening("s", change), NOON));
  const report = (second: number, change: Parameters<typeof signals>[0] = {}) =>
    at(seconds(second), (e) => e.report("s", scope, signals(change), seconds(second)));
  report(0, { connected: true, connects: true });
  return {
    ...ledger,
    report,
    leave: (second: number, page_id = "") => report(second, { left: page_id }),
    arrive: (second: number, page_id: string | null) =>
      at(seconds(second), (e) => e.reconnect("s", scope, seconds(second), page_id)),
    connect: (second: number) => report(second, { connected: true, connects: true }),
    seen: (second: number, placement: number, call_id: string | null = null) =>
      at(seconds(second), (e) => e.callConnected("s", call_id, placement, seconds(second))),
    closed: (second: number) => at(seconds(second), (e) => e.callClosed("s", seconds(second))),
    lease: (second: number) => at(seconds(second), (e) => e.lease("s")),
    lines: (second: number) => at(seconds(second), (e) => e.summary.lines.in_use),
    charges: () => store.entries.slice(1).map(({ amount }) => amount),
  };
}

describe("a page that leaves its session to the next one", () => {
  it("keeps line and session, and one charge covers the whole call", () => {
    const { leave, arrive, connect, report, lines, charges, lease } = connected({ watched: false });
    leave(20, "one");
    expect(lines(21)).toBe(1);
    expect(arrive(22, "two")).toMatchObject({ ok: true, lease: { state: "active" } });
    connect(23);
    expect(lines(23)).toBe(1);
    for (const second of [60, 100]) report(second);
    leave(110, "two");
    arrive(111, "three");
    connect(112);
    expect(charges()).toEqual([]);
    report(130, { ended: "completed" });
    expect(charges()).toEqual([-130]);
    expect(lease(130)).toMatchObject({ end_reason: "completed", ended_at: seconds(130) });
  });

  it("frees the line where nobody follows, and is charged until it left", () => {
    const { leave, lease, lines, charges } = connected({ watched: false });
    leave(20, "one");
    expect(lines(20 + LEFT_PAGE_SECONDS - 0.1)).toBe(1);
    expect(lines(20 + LEFT_PAGE_SECONDS)).toBe(0);
    expect(LEFT_PAGE_SECONDS).toBeLessThan(30);
    expect(lease(50)).toMatchObject({ state: "ended", end_reason: "visitor_left", ended_at: seconds(20) });
    expect(charges()).toEqual([-20]);
  });

  it("is charged for a call that our own side saw stand longer than the page said", () => {
    const closed = connected();
    closed.seen(0, 0);
    closed.leave(20, "one");
    closed.closed(24);
    closed.lease(60);
    expect(closed.charges()).toEqual([-24]);
    const stood = connected();
    stood.seen(0, 0);
    stood.leave(20, "one");
    stood.lease(60);
    expect(stood.charges()).toEqual([-20 - LEFT_PAGE_SECONDS]);
  });

  it("is believed for a minute an hour where nobody else sees its call", () => {
    const { at, store } = newLedger(100_000);
    for (const [index, session] of ["a", "b", "c"].entries()) {
      const begun = index * 100;
      const report = (second: number, change: Parameters<typeof signals>[0]) =>
        at(seconds(second), (e) => e.report(session, scope, signals(change), seconds(second)));
      at(seconds(begun), (e) => e.open(opening(session, { watched: false }), seconds(begun)));
      report(begun, { connected: true, connects: true });
      report(begun + 20, { left: "one" });
      at(seconds(begun + 60), (e) => e.sweep(seconds(begun + 60)));
    }
    expect(store.entries.slice(1).map(({ amount }) => amount)).toEqual([-20, -20, -35]);
  });

  it("has its call hung up as it leaves, where the service placed it; the next page's stands", () => {
    const { seen, leave, arrive, connect, store, lease } = connected({ places_call: true });
    seen(0, 0, "rtc_1");
    leave(20, "one");
    expect(store.takeHangUps()).toEqual([{ session_id: "s", call_id: "rtc_1" }]);
    const next = arrive(21, "two");
    if (!next.ok) throw new Error("refused");
    seen(22, next.placement, "rtc_2");
    connect(22);
    expect(store.takeHangUps()).toEqual([]);
    expect(lease(60)).toMatchObject({ state: "active", call_id: "rtc_2" });
    leave(70, "two");
    expect(lease(100)).toMatchObject({ state: "ended", charged: 70 });
  });

  it("still ends in time where the next page is gone before it is connected", () => {
    const { leave, arrive, lines, lease } = connected({ watched: false });
    leave(20, "one");
    arrive(30, "two");
    expect(lines(30 + LEFT_PAGE_SECONDS - 0.1)).toBe(1);
    expect(lines(30 + LEFT_PAGE_SECONDS)).toBe(0);
    expect(lease(60)).toMatchObject({ end_reason: "visitor_left", charged: 30 });
  });

  it("ends nothing by a word that comes after the next page's", () => {
    const { leave, arrive, connect, report, lease } = connected({ watched: false });
    leave(20, "one");
    arrive(21, "two");
    connect(22);
    leave(23, "one");
    report(80);
    expect(lease(100)).toMatchObject({ state: "active" });
    leave(100, "two");
    expect(lease(130)).toMatchObject({ state: "ended", ended_at: seconds(100) });
  });

  it("outlives no credit and no longest duration", () => {
    const { leave, lease } = connected({ watched: false, max_duration_seconds: 30 });
    leave(20, "one");
    expect(lease(60)).toMatchObject({ end_reason: "max_duration", charged: 30 });
  });

  it("leaves nothing before it was ever connected", () => {
    const { at } = newLedger(1_000);
    at(NOON, (e) => e.open(opening("s"), NOON));
    at(seconds(1), (e) => e.report("s", scope, signals({ left: "one" }), seconds(1)));
    expect(at(seconds(100), (e) => e.lease("s"))).toMatchObject({ state: "starting" });
  });

  it("ends nothing while a person has the session, whether it left before they came or after", () => {
    const { at, leave, report, lease } = connected({ watched: false });
    const handOver = (second: number, to: "agent" | "person") =>
      at(seconds(second), (e) => e.handOver("s", to, seconds(second)));
    leave(20, "one");
    handOver(30, "person");
    leave(100, "one");
    expect(lease(200)).toMatchObject({ state: "active", handled_by: "person" });
    handOver(300, "agent");
    report(340);
    expect(lease(360)).toMatchObject({ state: "active", handled_by: "agent" });
  });

  it("survives that the object forgets", () => {
    const { leave, evict, arrive, connect, lease, lines } = connected({ watched: false });
    leave(20, "one");
    evict();
    expect(arrive(22, "two")).toMatchObject({ ok: true });
    connect(23);
    evict();
    expect(lease(60)).toMatchObject({ page_id: "two", page_changes: 1, state: "active" });
    leave(60, "two");
    evict();
    expect(lines(60 + LEFT_PAGE_SECONDS)).toBe(0);
  });
});

describe("page changes are counted", () => {
  it("apart from reconnects: each has its own limit", () => {
    const { leave, arrive, connect } = connected({ watched: false });
    for (let count = 1; count <= MAX_PAGE_CHANGES; count++) {
      leave(count, `page ${count - 1}`);
      expect(arrive(count, `page ${count}`)).toMatchObject({ ok: true });
      connect(count);
    }
    const last = MAX_PAGE_CHANGES + 1;
    const refused = { ok: false, error: "reconnects_used" };
    for (let count = 0; count < MAX_RECONNECTS; count++)
      expect(arrive(last, `page ${MAX_PAGE_CHANGES}`)).toMatchObject({ ok: true });
    expect(arrive(last, null)).toEqual(refused);
    expect(arrive(last, "another")).toEqual(refused);
    leave(last, `page ${MAX_PAGE_CHANGES}`);
    expect(arrive(last, "one more")).toEqual(refused);
  });

  it("only where the page before has left: else a new name is a reconnect like any other", () => {
    const { arrive, connect } = connected({ watched: false });
    for (let count = 0; count < MAX_RECONNECTS; count++) {
      expect(arrive(count, `page ${count}`)).toMatchObject({ ok: true });
      connect(count);
    }
    expect(arrive(MAX_RECONNECTS, "another")).toEqual({ ok: false, error: "reconnects_used" });
  });

  it("only while it runs: what has ended is gone on with as ever", () => {
    const { leave, arrive, lease } = connected({ watched: false });
    leave(20, "one");
    expect(lease(60)).toMatchObject({ state: "ended" });
    for (let count = 0; count < MAX_RECONNECTS; count++) expect(arrive(61, "two")).toMatchObject({ ok: true });
    expect(arrive(61, "two")).toEqual({ ok: false, error: "reconnects_used" });
  });
});
