import { describe, expect, it } from "vitest";
import { FREE_FAILURES_AN_HOUR, MAX_LATE_REQUESTS, MAX_SESSION_BYTES, MAX_TOOL_CALLS } from "../../../shared/limits.ts";
import { sessionSignals } from "../../../worker/sessions/session-signals.ts";
import { NOON, newLedger, opening, scope, signals } from "./new-ledger.ts";

const seconds = (count: number) => NOON + count * 1000;

/** A ledger whose calls name the session and the second. `watched`: our own side sees the calls. */
function ledger({ watched }: { watched: boolean }) {
  const made = newLedger(100_000);
  const open = (id: string, second = 0, change: Parameters<typeof opening>[1] = {}) =>
    made.at(seconds(second), (e) => e.open(opening(id, { watched, ...change }), seconds(second)));
  const report = (id: string, second: number, change: Parameters<typeof signals>[0]) =>
    made.at(seconds(second), (e) => e.report(id, scope, signals(change), seconds(second)));
  const seen = (id: string, second: number, call_id: string | null = null) =>
    made.at(seconds(second), (e) => e.callConnected(id, call_id, 0, seconds(second)));
  const closed = (id: string, second: number) => made.at(seconds(second), (e) => e.callClosed(id, seconds(second)));
  const reconnect = (id: string, second: number) =>
    made.at(seconds(second), (e) => e.reconnect(id, scope, seconds(second)));
  const lease = (id: string, second: number) => made.at(seconds(second), (e) => e.lease(id));
  const release = (id: string, second: number) => made.at(seconds(second), (e) => e.release(id, seconds(second)));
  return { ...made, open, report, seen, closed, reconnect, release, lease };
}
const failed = { failed: true };
const ended = { ended: "completed" as const };

describe.each([true, false])("a `failed`, where our own side sees calls: %s", (watched) => {
  it("is free soon after the start", () => {
    const { open, report, lease } = ledger({ watched });
    open("a");
    report("a", 60, failed);
    expect(lease("a", 60)).toMatchObject({ end_reason: "failed", charged: 0 });
  });

  it("is free after a heartbeat, in the same batch too: a page sends one while it still waits to be connected", () => {
    const { open, report, lease } = ledger({ watched });
    open("a");
    report("a", 20, sessionSignals([{ type: "heartbeat" }]));
    report("a", 40, sessionSignals([{ type: "heartbeat" }, { type: "failed", reason: "no microphone" }]));
    expect(lease("a", 40)).toMatchObject({ end_reason: "failed", charged: 0 });
  });

  it("costs the time since the start after a minute", () => {
    const { open, report, lease } = ledger({ watched });
    open("a");
    report("a", 60.001, failed);
    expect(lease("a", 61)).toMatchObject({ end_reason: "failed", charged: 61 });
  });

  it.each([
    ["a call that our side saw", ({ seen }: ReturnType<typeof ledger>) => seen("a", 1)],
    ["usage", ({ report }: ReturnType<typeof ledger>) => report("a", 1, sessionSignals([{ type: "usage", id: "r" }]))],
    ["a connection reported before", ({ report }: ReturnType<typeof ledger>) => report("a", 1, { connected: true })],
    ["a reconnect", ({ reconnect }: ReturnType<typeof ledger>) => reconnect("a", 1)],
    ["a tool", ({ at }: ReturnType<typeof ledger>) => at(seconds(1), (e) => e.countToolCall("a", scope))],
  ])("costs the time since the start after %s, also in a new engine", (_, contradict) => {
    const made = ledger({ watched });
    made.open("a");
    contradict(made);
    made.evict();
    made.report("a", 20, failed);
    expect(made.lease("a", 20)).toMatchObject({ end_reason: "failed", charged: 20 });
  });

  it.each([{ connected: true }, { contradicts: true }])(
    "costs it when the same batch has %o, and at least a second",
    (other) => {
      const { open, report, lease } = ledger({ watched });
      open("a");
      report("a", 0, { ...failed, ...other });
      expect(lease("a", 0)).toMatchObject({ end_reason: "failed", charged: 1 });
    },
  );

  it("is free five times a visitor and hour", () => {
    const { open, report, lease, evict } = ledger({ watched });
    const charged: unknown[] = [];
    const fail = (id: string, second: number, visitor: string) => {
      open(id, second, { visitor });
      report(id, second + 1, failed);
      charged.push(lease(id, second + 1)?.charged);
      evict();
    };
    for (let n = 0; n <= FREE_FAILURES_AN_HOUR; n += 1) fail(`alice ${n}`, n * 10, "alice");
    fail("bob", 100, "bob");
    // The first of them is an hour ago, the second not yet.
    fail("later", 3_601, "alice");
    fail("once more", 3_603, "alice");
    expect(charged).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 1]);
  });
});

describe("a page's report about the time", () => {
  it("is believed for a minute an hour where nobody else sees the call", () => {
    const { open, report, lease } = ledger({ watched: false });
    const talk = (id: string, second: number) => {
      open(id, second);
      report(id, second + 25, { connected: true });
      report(id, second + 30, ended);
      return lease(id, second + 30)?.charged;
    };
    // 25 s each are forgiven twice, then the last 10 of the minute, then none.
    expect([talk("a", 0), talk("b", 40), talk("c", 80), talk("d", 120)]).toEqual([5, 5, 20, 30]);
    expect(talk("e", 3_700), "an hour later it is worth a minute again").toBe(5);
  });

  it("is believed for no more than a minute of failures that it alone reports", () => {
    const { open, report, lease } = ledger({ watched: false });
    open("a");
    report("a", 50, failed);
    open("b", 60);
    report("b", 80, failed);
    expect([lease("a", 80)?.charged, lease("b", 80)?.charged]).toEqual([0, 20]);
  });

  it("counts where our side would have seen a call and saw none", () => {
    const { open, report, lease } = ledger({ watched: true });
    open("a");
    report("a", 200, { connected: true });
    report("a", 210, ended);
    expect(lease("a", 210)).toMatchObject({ charged: 10 });
  });

  it("counts nothing once our side has seen the call", () => {
    const { open, seen, report, lease } = ledger({ watched: true });
    open("a");
    seen("a", 3);
    report("a", 250, { connected: true, call_id: "somebody_elses" });
    report("a", 260, ended);
    expect(lease("a", 260)).toMatchObject({ charged: 257, call_id: null });
  });

  it.each([true, false])(
    "is not believed about a connection that is reported only with its end (watched: %s)",
    (watched) => {
      const { open, report, lease } = ledger({ watched });
      open("a");
      report("a", 40, { connected: true, ...ended });
      expect(lease("a", 40)).toMatchObject({ end_reason: "completed", charged: 40 });
    },
  );

  it("keeps the vendor's own name of the call that our side knows", () => {
    const { open, seen, report, lease } = ledger({ watched: true });
    open("a");
    expect(seen("a", 1, "rtc_ours")).toBe(true);
    report("a", 2, { connected: true, call_id: "rtc_somebody_elses" });
    expect(lease("a", 2)).toMatchObject({ call_id: "rtc_ours" });
  });
});

describe("silence", () => {
  const silent = (watched: boolean, before: (made: ReturnType<typeof ledger>) => unknown) => {
    const made = ledger({ watched });
    made.open("a");
    before(made);
    made.report("a", 10, { connected: true });
    return made;
  };

  it("costs nothing after the last sign where no call stood", () => {
    const { lease } = silent(true, () => {});
    expect(lease("a", 100)).toMatchObject({ end_reason: "visitor_left", ended_at: seconds(10), charged: 0 });
  });

  it("costs the time until the call was seen to end", () => {
    const { lease, closed } = silent(true, ({ seen }) => seen("a", 10));
    closed("a", 42);
    expect(lease("a", 100)).toMatchObject({ ended_at: seconds(10), charged: 32 });
  });

  it("costs what goes beyond the visitor's minute where the call may have stood, until it was cut off", () => {
    const { lease } = silent(true, ({ seen }) => seen("a", 10));
    expect(lease("a", 5_000)).toMatchObject({ ended_at: seconds(10), charged: 30 });
    const unseen = silent(false, () => {});
    // Ten seconds of the minute went before `connected`.
    expect(unseen.lease("a", 100)).toMatchObject({ charged: 40 });
  });

  it("does not take the end of an old call for that of the new one", () => {
    const { lease, seen, closed } = silent(true, (made) => made.seen("a", 5));
    seen("a", 30);
    closed("a", 29);
    expect(lease("a", 100)).toMatchObject({ charged: 5 + 30 });
  });
});

describe("calls that our side sees", () => {
  it("are refused once the session has ended, or never was", () => {
    const { open, report, seen } = ledger({ watched: true });
    open("a");
    report("a", 1, ended);
    expect(seen("a", 2)).toBe(false);
    expect(seen("nobody", 2)).toBe(false);
  });

  it("last no longer than the reservation where the page reports nothing, and cost what was seen", () => {
    const { open, seen, lease } = ledger({ watched: true });
    open("a");
    seen("a", 1);
    expect(lease("a", 299)).toMatchObject({ state: "starting" });
    expect(lease("a", 300)).toMatchObject({ end_reason: "visitor_left", charged: 299 });
  });
});

describe("a vendor's refusal", () => {
  it("is free where no call stood before", () => {
    const { open, reconnect, release, lease, at } = ledger({ watched: true });
    open("a");
    reconnect("a", 100);
    release("a", 101);
    expect(lease("a", 101)).toMatchObject({ end_reason: "failed", charged: 0 });
    expect(at(seconds(101), (e) => e.summary)).toMatchObject({ credit: { reserved: 0 }, lines: { in_use: 0 } });
  });

  it("frees line and credit, and costs the time since our side saw a call before, also in an engine made anew", () => {
    const { open, seen, reconnect, release, lease, at, evict, store } = ledger({ watched: true });
    open("a");
    seen("a", 3, "rtc_1");
    reconnect("a", 250);
    evict();
    release("a", 253);
    expect(lease("a", 253)).toMatchObject({ end_reason: "failed", charged: 250 });
    expect(at(seconds(253), (e) => e.summary)).toMatchObject({ credit: { reserved: 0 }, lines: { in_use: 0 } });
    expect(store.takeHangUps(), "the call that stood").toEqual([{ session_id: "a", call_id: null }]);
  });

  it("leaves a connected session alive", () => {
    const { open, seen, report, reconnect, release, lease } = ledger({ watched: true });
    open("a");
    seen("a", 1);
    report("a", 2, { connected: true });
    reconnect("a", 20);
    release("a", 21);
    expect(lease("a", 21)).toMatchObject({ state: "active", charged: null });
  });

  it("counts a session whose call stood against the day's cap", () => {
    const { open, seen, release } = ledger({ watched: true });
    const caps = [{ scope: "key:3", project_id: 1, credits: null, sessions: 1 }];
    open("a", 0, { caps });
    release("a", 1);
    expect(open("b", 2, { caps })).toMatchObject({ ok: true });
    seen("b", 3);
    release("b", 4);
    expect(open("c", 5, { caps })).toMatchObject({ ok: false, error: "cap_reached" });
  });
});

describe("the limit of what a session stores", () => {
  const batch = (events: number, bytes = events * 100) => ({ connected: true, events, bytes });

  it("is 5,000 events, and an end is taken even then", () => {
    const { open, report, lease } = ledger({ watched: true });
    open("a");
    for (let n = 0; n < 100; n += 1) expect(report("a", n, batch(50))).toMatchObject({ ok: true, keep: true });
    expect(report("a", 100, batch(1))).toEqual({ ok: false, error: "session_full" });
    expect(report("a", 110, batch(0))).toMatchObject({ ok: true });
    expect(report("a", 120, { ...ended, events: 1, bytes: 20, only_end: true })).toMatchObject({
      ok: true,
      keep: false,
    });
    expect(lease("a", 120)).toMatchObject({ kept_events: 5_000, end_reason: "completed" });
  });

  it("is 2 MiB, also of late words, which come in ten requests", () => {
    const { open, report, evict } = ledger({ watched: true });
    open("a");
    for (let n = 0; n < 32; n += 1)
      expect(report("a", n, batch(50, MAX_SESSION_BYTES / 33))).toMatchObject({ ok: true });
    report("a", 40, ended);
    evict();
    const late = (bytes: number) => report("a", 50, { late_allowed: true, events: 1, bytes });
    expect(late(MAX_SESSION_BYTES / 30)).toEqual({ ok: false, error: "session_full" });
    for (let n = 1; n < MAX_LATE_REQUESTS; n += 1) expect(late(100)).toMatchObject({ ok: true, keep: true });
    expect(late(100)).toEqual({ ok: false, error: "session_ended", end_reason: "completed" });
  });

  it("counts of an event the UTF-8 bytes of what is text in it, and all of usage", () => {
    const bytes = (...events: Parameters<typeof sessionSignals>[0]) => sessionSignals(events).bytes;
    expect(bytes({ type: "user_transcript", at: NOON, text: 'ß"\n', item: "a" })).toBe(5);
    expect(bytes({ type: "user_transcript", text: "\u0001\u0002a" }), "as they are stored").toBe(13);
    expect(bytes({ type: "connected" }, { type: "interrupted" }, { type: "heartbeat" })).toBe(0);
    expect(bytes({ type: "error", code: "x", message: "ab" }, { type: "feedback", rating: 5, text: "" })).toBe(3);
    const usage = { type: "usage", id: "r", details: { "a.long.name": 1 } } as const;
    expect(bytes(usage)).toBe(JSON.stringify(usage).length);
  });

  it("is 1,000 calls of tools", () => {
    const { open, at } = ledger({ watched: true });
    open("a");
    const call = () => at(NOON, (e) => e.countToolCall("a", scope));
    for (let n = 0; n < MAX_TOOL_CALLS; n += 1) expect(call()).toMatchObject({ ok: true });
    expect(call()).toEqual({ ok: false, error: "tool_calls_used" });
  });
});

describe("one visitor's sessions on one channel", () => {
  it("are limited to as many at a time as the channel allows", () => {
    const { at } = newLedger(100_000);
    const open = (id: string, visitor: string | null, most: number | null, channel_id = 1) =>
      at(NOON, (e) => e.open(opening(id, { visitor, channel_id, takes_line: false }), NOON, true, most)).ok;
    expect([open("a", "x", 2), open("b", "x", 2), open("c", "x", 2)]).toEqual([true, true, false]);
    expect([open("d", "y", 2), open("e", "x", 2, 9), open("f", "x", null)]).toEqual([true, true, true]);
    at(NOON, (e) => e.end("a", "operator", NOON));
    at(NOON, (e) => e.end("f", "operator", NOON));
    expect([open("g", "x", 2), open("h", "x", 2)]).toEqual([true, false]);
  });
});
