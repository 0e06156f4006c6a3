import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countedEvents, EventCounter } from "../../widget/analytics/event-counter.ts";
import { reduce, type SessionAction } from "../../widget/session/reduce.ts";
import { IDLE, type SessionState } from "../../widget/session/state.ts";

const session = { session_id: "ses_1", agent_id: 4, agent_name: "Ava" };
const CONNECT: SessionAction[] = [
  { type: "started", input: "voice" },
  { type: "opened", session },
  { type: "connected", remaining_seconds: 60, at: 0 },
];
const message: SessionAction = { type: "message", id: "m", role: "user", text: "secret", final: true, at: 0 };

/** What is counted of a conversation of these actions. */
function counted(...actions: SessionAction[]) {
  let state: SessionState = IDLE;
  return actions.flatMap((action) => {
    const before = state;
    state = reduce(state, action);
    return countedEvents(before, state);
  });
}

describe("what is counted", () => {
  it("is a conversation's beginning and end, once, and none of its words", () => {
    const list = counted(
      ...CONNECT,
      message,
      { type: "awaiting", awaiting: true },
      { type: "awaiting", awaiting: false },
      { type: "ended", reason: "completed" },
    );
    expect(list).toEqual([
      { name: "connected", properties: { input: "voice" } },
      { name: "ended", properties: { reason: "completed" } },
    ]);
    expect(JSON.stringify(list)).not.toContain("secret");
  });

  it("tells a start that failed from a conversation that broke", () => {
    const failed: SessionAction = { type: "failed", error: { code: "no_credit", message: "" } };
    expect(counted(...CONNECT.slice(0, 1), failed)).toEqual([{ name: "failed", properties: { code: "no_credit" } }]);
    expect(counted(...CONNECT, failed).slice(1)).toEqual([{ name: "ended", properties: { reason: "failed" } }]);
  });

  it("is a refused microphone, not a missing one", () => {
    const lost = (fault: "microphone_denied" | "microphone_missing") =>
      counted(...CONNECT, { type: "microphone_lost", fault }, message).slice(1);
    expect(lost("microphone_denied")).toEqual([{ name: "mic_denied" }]);
    expect(lost("microphone_missing")).toEqual([]);
  });
});

describe("the counter", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function counter(visitor?: string) {
    const sent: { name: string; visitor_id?: string | undefined }[][] = [];
    const world = { permission: "yes" as "yes" | "no" | "later", sent };
    const made = new EventCounter({
      permission: () => world.permission,
      page: () => "https://shop.example/tea",
      visitorId: () => visitor,
      send: (events) => void sent.push(events),
    });
    return { world, made, sent, names: () => sent.map((batch) => batch.map(({ name }) => name)) };
  }

  it("sends nothing of a page view until the visitor does something, then all in one batch", () => {
    const { made, names, sent } = counter();
    made.count({ name: "impression" }, 5);
    made.leave(false);
    vi.advanceTimersByTime(60_000);
    expect(names()).toEqual([]);
    made.count({ name: "open" });
    made.count({ name: "start" });
    vi.advanceTimersByTime(5_000);
    expect(names()).toEqual([["impression", "open", "start"]]);
    expect(sent[0]?.[0]).toEqual({ name: "impression", at: 5, page: "https://shop.example/tea" });
    vi.advanceTimersByTime(60_000);
    expect(names()).toHaveLength(1);
  });

  it("counts the page view of somebody who leaves", () => {
    const { made, names } = counter();
    made.count({ name: "impression" });
    made.leave(true);
    expect(names()).toEqual([["impression"]]);
  });

  it("sends at once what the leaving itself brings about", () => {
    const { made, names } = counter();
    made.count({ name: "start" });
    made.leave(true);
    made.count({ name: "ended" });
    expect(names()).toEqual([["start"], ["ended"]]);
    vi.advanceTimersByTime(2_000);
    made.count({ name: "open" });
    expect(names()).toHaveLength(2);
  });

  it("waits for consent, and forgets what the owner does not want", () => {
    const { made, names, world } = counter();
    world.permission = "later";
    made.count({ name: "open" });
    vi.advanceTimersByTime(60_000);
    made.leave(true);
    vi.advanceTimersByTime(60_000);
    expect(names()).toEqual([]);
    world.permission = "yes";
    made.count({ name: "start" });
    made.flush();
    expect(names()).toEqual([["open", "start"]]);
    world.permission = "no";
    made.count({ name: "close" });
    made.flush();
    world.permission = "yes";
    made.flush();
    expect(names()).toHaveLength(1);
  });

  it("says the visitor's id where there is one, and never more events than a request takes", () => {
    const { made, sent } = counter("0123456789abcdef0123456789abcdef");
    for (let index = 0; index < 80; index++) made.count({ name: `event_${index}` });
    made.flush();
    expect(sent[0]).toHaveLength(50);
    expect(sent[0]?.[49]).toMatchObject({ name: "event_79", visitor_id: "0123456789abcdef0123456789abcdef" });
  });
});
