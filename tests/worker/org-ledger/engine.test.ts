import { describe, expect, it, test } from "vitest";
import { affordable, cost } from "../../../worker/objects/org-ledger/pricing.ts";
import { NOON, newLedger, opening, scope, signals, terms } from "./new-ledger.ts";

const seconds = (count: number) => NOON + count * 1000;
const started = (credits: number, change: Parameters<typeof opening>[1] = {}, first = terms()) => {
  const made = newLedger(credits, first);
  expect(made.at(NOON, (e) => e.open(opening("s", change), NOON))).toMatchObject({ ok: true });
  const report = (second: number, change: Parameters<typeof signals>[0] = {}) =>
    made.at(seconds(second), (e) => e.report("s", scope, signals(change), seconds(second)));
  const lease = (second: number) => made.at(seconds(second), (e) => e.lease("s"));
  const credit = () => made.at(0, (e) => e.credit);
  return { ...made, report, lease, credit };
};

describe("prices", () => {
  it.each([
    [60, 0, 0],
    [60, 1, 1],
    [60, 1000, 1],
    [60, 1001, 2],
    [7, 1000, 1],
    [7, 60_000, 7],
    [7, 61_000, 8],
    [90, 1000, 2],
    [0, 3_600_000, 0],
  ])("at %i a minute %i ms cost %i", (rate, ms, credits) => {
    expect(cost(rate, ms)).toBe(credits);
  });

  it("charges no second that the credits do not cover", () => {
    for (const rate of [1, 7, 59, 60, 61, 90, 1_000_000])
      for (const credits of [0, 1, 6, 7, 60, 299, 300]) {
        const time = affordable(rate, credits);
        expect(cost(rate, time * 1000)).toBeLessThanOrEqual(credits);
        expect(cost(rate, (time + 1) * 1000)).toBeGreaterThan(credits);
      }
  });
});

describe("opening", () => {
  it("reserves five minutes, or what is left from one minute up, else refuses and takes nothing", () => {
    const { at } = newLedger(450);
    expect(at(NOON, (e) => e.open(opening("a"), NOON))).toEqual({ ok: true, remaining_seconds: 450 });
    expect(at(NOON, (e) => e.summary)).toEqual({
      credit: { balance: 450, reserved: 300, available: 150 },
      lines: { total: 5, in_use: 1 },
    });
    expect(at(NOON, (e) => e.open(opening("b"), NOON))).toEqual({ ok: true, remaining_seconds: 150 });
    expect(at(NOON, (e) => e.open(opening("c"), NOON))).toEqual({ ok: false, error: "no_credit" });
    expect(at(NOON, (e) => e.summary)).toEqual({
      credit: { balance: 450, reserved: 450, available: 0 },
      lines: { total: 5, in_use: 2 },
    });
  });

  it("refuses for the subscription before credit, and for credit before lines", () => {
    const none = terms({ version: 2, subscription: "none", voice_lines: 0 });
    const { at } = newLedger(0, none);
    expect(at(NOON, (e) => e.open(opening("a"), NOON))).toEqual({ ok: false, error: "no_subscription" });
    const active = terms({ version: 3, voice_lines: 0 });
    at(NOON, (e) => e.configure(active));
    expect(at(NOON, (e) => e.open(opening("a"), NOON))).toEqual({ ok: false, error: "no_credit" });
    at(NOON, (e) => e.grant({ operation: "g", amount: 60, note: null }, NOON));
    expect(at(NOON, (e) => e.open(opening("a"), NOON))).toEqual({ ok: false, error: "lines_busy" });
    expect(at(NOON, (e) => e.open(opening("x", { takes_line: false }), NOON))).toMatchObject({ ok: true });
  });

  it("asks for no credit at rate 0", () => {
    const { at } = newLedger(0);
    expect(at(NOON, (e) => e.open(opening("a", { provider: "provider_x" }), NOON))).toEqual({
      ok: true,
      remaining_seconds: 3600,
    });
  });

  it("never takes older terms for newer ones", () => {
    const { at } = newLedger(600, terms({ version: 5, voice_lines: 1 }));
    at(NOON, (e) => e.configure(terms({ version: 4, voice_lines: 9 })));
    expect(at(NOON, (e) => e.summary.lines.total)).toBe(1);
  });

  it("answers the same session again with the first result", () => {
    const { at } = newLedger(600);
    for (let again = 0; again < 3; again += 1) at(NOON, (e) => e.open(opening("a"), NOON));
    expect(at(NOON, (e) => e.summary)).toMatchObject({ credit: { reserved: 300 }, lines: { in_use: 1 } });
  });
});

describe("ending", () => {
  it("charges from connected to ended, by the second", () => {
    const { report, lease, credit, store } = started(1000);
    report(3, { connected: true });
    expect(report(44.2, { ended: "completed" })).toMatchObject({ ok: true, state: "ended", end_reason: "completed" });
    expect(lease(44.2)).toMatchObject({ state: "ended", end_reason: "completed", charged: 42, reserved: 0 });
    expect(credit()).toEqual({ balance: 958, reserved: 0, available: 958 });
    expect(store.entries).toMatchObject([{ amount: 1000 }, { amount: -42, session_id: "s", kind: "charge" }]);
  });

  it("ends a session that fell silent at its last sign of life", () => {
    const { report, lease } = started(1000);
    report(2, { connected: true });
    report(30);
    expect(lease(119.9)).toMatchObject({ state: "active" });
    expect(lease(120)).toMatchObject({
      state: "ended",
      end_reason: "visitor_left",
      ended_at: seconds(30),
      charged: 28,
    });
  });

  it("ends it at that moment, however late it is looked at", () => {
    const { report, lease, evict } = started(1000);
    report(2, { connected: true });
    report(30);
    evict();
    expect(lease(86_400)).toMatchObject({ end_reason: "visitor_left", ended_at: seconds(30), charged: 28 });
  });

  it("ends leases that fall due in one instant in the order they opened in, evicted or not", () => {
    const charges = (evicted: boolean) => {
      const { at, evict, store } = newLedger(1000);
      for (const name of ["d", "c", "a", "b"]) {
        const now = name === "b" ? seconds(1) : NOON;
        at(now, (e) => e.open(opening(name, { watched: false, max_duration_seconds: name === "b" ? 99 : 100 }), now));
      }
      // As the table gives them back: by name.
      store.leases = new Map([...store.leases].toSorted());
      if (evicted) evict();
      at(seconds(200), () => null);
      return store.entries.slice(1).map(({ session_id }) => session_id);
    };
    expect(charges(false)).toEqual(["a", "c", "d", "b"]);
    expect(charges(true)).toEqual(charges(false));
  });

  it("charges the reservation of a session that never reported anything when it runs out", () => {
    const { lease } = started(1000, { watched: false });
    expect(lease(299.9)).toMatchObject({ state: "starting" });
    expect(lease(300)).toMatchObject({ end_reason: "visitor_left", ended_at: seconds(300), charged: 300 });
  });

  it("charges a smaller reservation when that runs out", () => {
    const { lease, credit } = started(75, { watched: false });
    expect(lease(75)).toMatchObject({ state: "ended", charged: 75 });
    expect(credit()).toEqual({ balance: 0, reserved: 0, available: 0 });
  });

  it("ends a session at rate 0 that never reported anything", () => {
    const { lease, store } = started(0, { provider: "provider_x" });
    expect(lease(300)).toMatchObject({ state: "ended", charged: 0 });
    expect(store.entries).toEqual([]);
  });

  it("charges nothing for a failure before the connection, the time for one after it", () => {
    const before = started(1000);
    expect(before.report(8, { failed: true })).toMatchObject({ ok: true, end_reason: "failed" });
    expect(before.lease(8)).toMatchObject({ charged: 0 });
    const after = started(1000);
    after.report(1, { connected: true });
    after.report(11, { failed: true });
    // A page that says that it failed is charged all of it.
    expect(after.lease(11)).toMatchObject({ end_reason: "failed", charged: 11 });
  });

  it("charges nothing when the vendor refused", () => {
    const { at, credit, lease } = started(1000);
    at(seconds(1), (e) => e.release("s", seconds(1)));
    expect(credit()).toEqual({ balance: 1000, reserved: 0, available: 1000 });
    expect(lease(2)).toMatchObject({ state: "ended", end_reason: "failed", charged: 0 });
  });

  it("ends at the longest duration, at that moment", () => {
    const { report, lease } = started(1000, { max_duration_seconds: 100 });
    report(5, { connected: true });
    report(85);
    expect(lease(104.9)).toMatchObject({ state: "active" });
    expect(lease(170)).toMatchObject({ end_reason: "max_duration", ended_at: seconds(105), charged: 100 });
  });

  it("ends exactly when the credit is used up, and takes what others freed before that", () => {
    const { at, report, lease, credit } = started(400);
    report(0, { connected: true });
    at(seconds(10), (e) => e.open(opening("other", { provider: "provider_x" }), seconds(10)));
    for (const second of [60, 120, 180, 240, 300, 360]) expect(report(second)).toMatchObject({ ok: true });
    expect(report(380)).toMatchObject({ remaining_seconds: 20 });
    expect(lease(399.9)).toMatchObject({ state: "active" });
    expect(lease(400)).toMatchObject({ end_reason: "credit_exhausted", ended_at: seconds(400), charged: 400 });
    expect(credit().balance).toBe(0);
  });

  it("goes on when credit comes before the last second", () => {
    const { at, report, lease } = started(100);
    report(0, { connected: true });
    report(60);
    at(seconds(90), (e) => e.grant({ operation: "more", amount: 30, note: null }, seconds(90)));
    expect(lease(100)).toMatchObject({ state: "active" });
    expect(lease(130)).toMatchObject({ end_reason: "credit_exhausted", ended_at: seconds(130), charged: 130 });
  });

  it("keeps five minutes ahead reserved, and no more than the longest duration can cost", () => {
    const { report, credit } = started(2000, { max_duration_seconds: 600 });
    report(10, { connected: true });
    report(70);
    expect(credit().reserved).toBe(360);
    for (const second of [150, 230, 310, 390]) report(second);
    expect(credit().reserved).toBe(600);
  });

  it("lets the operator end it, and answers a repeated end with the first one", () => {
    const { at, report } = started(1000);
    report(0, { connected: true });
    const first = at(seconds(20), (e) => e.end("s", "operator", seconds(20)));
    expect(first).toMatchObject({ end_reason: "operator", charged: 20 });
    expect(at(seconds(50), (e) => e.end("s", "completed", seconds(50)))).toEqual(first);
    expect(at(seconds(50), (e) => e.end("unknown", "operator", seconds(50)))).toBeNull();
  });

  it("extends the reservation of a session that is not connected yet with each sign of life", () => {
    const { report, lease, credit } = started(1000);
    report(60);
    expect(credit().reserved).toBe(360);
    expect(lease(359)).toMatchObject({ state: "starting" });
    expect(lease(360)).toMatchObject({ state: "ended", end_reason: "visitor_left", charged: 360 });
  });

  it("frees the line of a session that sends heartbeats but never connects", () => {
    const { report, lease } = started(1000, { max_duration_seconds: 600 });
    for (const second of [200, 400, 599]) report(second);
    expect(lease(600)).toMatchObject({ end_reason: "max_duration", charged: 600 });
    const poor = started(400);
    for (const second of [200, 399]) poor.report(second);
    expect(poor.lease(400)).toMatchObject({ end_reason: "visitor_left", charged: 400 });
    const free = started(1000, {}, terms({ credits_per_minute: { provider_a: 0, provider_b: 0, provider_x: 0 } }));
    free.report(200);
    expect(free.lease(499)).toMatchObject({ state: "starting" });
    expect(free.lease(500)).toMatchObject({ end_reason: "visitor_left", charged: 0 });
  });
});

describe("reports", () => {
  it("knows only the sessions of the caller's project and agent", () => {
    const { at } = started(1000);
    const ask = (project_id: number, agent_id: number | null) =>
      at(NOON, (e) => e.report("s", { project_id, agent_id }, signals(), NOON));
    expect(ask(9, null)).toEqual({ ok: false, error: "session_not_found" });
    expect(ask(1, 9)).toEqual({ ok: false, error: "session_not_found" });
    expect(ask(1, 2)).toMatchObject({ ok: true });
    expect(at(NOON, (e) => e.report("unknown", scope, signals(), NOON))).toEqual({
      ok: false,
      error: "session_not_found",
    });
  });

  it("takes a late transcript for an hour after the end, nothing else", () => {
    const { report } = started(1000);
    report(0, { connected: true });
    report(10, { ended: "completed" });
    expect(report(20)).toEqual({ ok: false, error: "session_ended", end_reason: "completed" });
    expect(report(20, { ended: "completed" })).toEqual({ ok: false, error: "session_ended", end_reason: "completed" });
    expect(report(20, { late_allowed: true })).toMatchObject({ ok: true, state: "ended", remaining_seconds: 0 });
    expect(report(10 + 3600, { late_allowed: true })).toMatchObject({ ok: true });
    expect(report(10 + 3601, { late_allowed: true })).toEqual({
      ok: false,
      error: "session_ended",
      end_reason: "completed",
    });
  });

  it("answers with the remaining time", () => {
    const { report } = started(200, { max_duration_seconds: 150 });
    expect(report(0, { connected: true })).toMatchObject({ state: "active", remaining_seconds: 150 });
    expect(report(50)).toMatchObject({ remaining_seconds: 100 });
  });
});

describe("grants", () => {
  it("applies each operation once and refuses its name with another body", () => {
    const { at, store } = newLedger(0);
    const grant = (amount: number, note: string | null = null) =>
      at(NOON, (e) => e.grant({ operation: "op", amount, note }, NOON));
    const first = grant(500);
    expect(first).toEqual({ ok: true, credit: { balance: 500, reserved: 0, available: 500 }, repeated: false });
    expect(grant(500)).toEqual({ ...first, repeated: true });
    expect(grant(501)).toMatchObject({ ok: false, error: "conflict" });
    expect(grant(500, "note")).toMatchObject({ ok: false, error: "conflict" });
    expect(store.entries).toHaveLength(1);
  });

  it("corrects down to what is reserved, and no further", () => {
    const { at, credit } = started(500);
    const correct = (operation: string, amount: number) =>
      at(NOON, (e) => e.grant({ operation, amount, note: null }, NOON));
    expect(correct("a", -201)).toMatchObject({ ok: false, error: "out_of_range" });
    expect(correct("b", -200)).toMatchObject({ ok: true });
    expect(credit()).toEqual({ balance: 300, reserved: 300, available: 0 });
  });
});

test("a call that was asked for before a person came stands no more once they gave back, until the page asks for another", () => {
  const { at, store } = newLedger(1_000);
  at(NOON, (e) => e.open(opening("s", { watched: true, places_call: true }), NOON));
  const call = (placement: number) => at(NOON, (e) => e.callConnected("s", `rtc_${placement}`, placement, NOON));
  at(NOON, (e) => e.handOver("s", "person", NOON));
  expect(call(0)).toBe(false);
  at(NOON, (e) => e.handOver("s", "agent", NOON));
  expect(call(0), "without a line, and with nobody to hang up when a person comes again").toBe(false);
  const again = at(NOON, (e) => e.reconnect("s", scope, NOON));
  expect(again).toMatchObject({ ok: true, placement: 1 });
  expect(call(1)).toBe(true);
  store.takeHangUps();
  at(NOON, (e) => e.handOver("s", "person", NOON));
  expect(store.takeHangUps()).toEqual([{ session_id: "s", call_id: "rtc_1" }]);
});

test("a conversation that goes on after a person gave it back and its page was left takes one line", () => {
  const { at, evict } = newLedger(1_000, terms({ voice_lines: 1 }));
  const after = (seconds: number) => NOON + seconds * 1000;
  const lines = () => at(after(20), (e) => e.summary.lines.in_use);
  at(NOON, (e) => e.open(opening("s"), NOON));
  at(NOON, (e) => e.report("s", scope, signals({ connected: true }), NOON));
  at(after(5), (e) => e.handOver("s", "person", after(5)));
  at(after(10), (e) => e.handOver("s", "agent", after(10)));
  // Before its agent was connected again, so that the session holds no line.
  at(after(12), (e) => e.report("s", scope, signals({ ended: "visitor_left" }), after(12)));
  expect(lines()).toBe(0);
  for (const reconnects of [1, 2])
    expect(at(after(20), (e) => e.reconnect("s", scope, after(20)))).toMatchObject({ ok: true, lease: { reconnects } });
  expect(lines(), "what is over takes none").toBe(0);
  expect(at(after(20), (e) => e.open(opening("next"), after(20)))).toMatchObject({ ok: true });
  expect(
    at(after(21), (e) => e.reconnect("s", scope, after(21))),
    "the next start decides whether one is free",
  ).toMatchObject({ ok: true });
  evict();
  expect(lines()).toBe(1);
});

test("a charge says apart how long people had the session, also where one had it to the end", () => {
  const { at, store } = newLedger(1_000);
  const after = (seconds: number) => NOON + seconds * 1000;
  const handOver = (id: string, seconds: number, to: "agent" | "person") =>
    at(after(seconds), (e) => e.handOver(id, to, after(seconds)));
  for (const id of ["alone", "twice", "last"]) {
    at(NOON, (e) => e.open(opening(id), NOON));
    at(NOON, (e) => e.report(id, scope, signals({ connected: true }), NOON));
  }
  handOver("twice", 10, "person");
  handOver("last", 10, "person");
  handOver("twice", 40, "agent");
  handOver("twice", 45, "person");
  for (const id of ["alone", "twice", "last"]) at(after(50), (e) => e.end(id, "operator", after(50)));
  expect(store.entries.slice(-3)).toMatchObject([
    { session_id: "alone", amount: -50, person_seconds: null },
    { session_id: "twice", amount: -15, person_seconds: 35 },
    { session_id: "last", amount: -10, person_seconds: 40 },
  ]);
});
