import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LongTurn, openTurnOf } from "../../widget/panel/long-turn.ts";
import { reduce, type SessionAction } from "../../widget/session/reduce.ts";
import { IDLE, type SessionState } from "../../widget/session/state.ts";

const session = { session_id: "ses_1", agent_id: 7, agent_name: "Ava" };
const after = (state: SessionState, ...actions: SessionAction[]) => actions.reduce(reduce, state);
const inCall = (input: "voice" | "text" = "voice") =>
  after(
    IDLE,
    { type: "started", input },
    { type: "opened", session },
    { type: "connected", remaining_seconds: 600, at: 0 },
  );
const says = (id: string, final = false): SessionAction => ({
  type: "message",
  id,
  role: "user",
  text: final ? "A table" : "",
  final,
  at: Date.now(),
});

const redraw = vi.fn();
let turn: LongTurn;

beforeEach(() => {
  vi.useFakeTimers();
  redraw.mockClear();
  turn = new LongTurn({ requestUpdate: redraw });
});
afterEach(() => {
  vi.useRealTimers();
});

it("is told of after 20 s without an end, and no more once it has ended", () => {
  const speaking = after(inCall(), says("a"));
  turn.follow(speaking);
  vi.advanceTimersByTime(10_000);
  // Words that come meanwhile begin no other turn.
  turn.follow(after(speaking, { ...says("a"), text: "A table" } as SessionAction));
  vi.advanceTimersByTime(9_999);
  expect(turn.shown).toBe(false);
  vi.advanceTimersByTime(1);
  expect([turn.shown, redraw.mock.calls.length]).toEqual([true, 1]);
  turn.follow(after(speaking, { type: "awaiting", awaiting: true }));
  expect(turn.shown).toBe(false);
});

it("counts from the turn's beginning, though this code was loaded later", () => {
  const speaking = after(inCall(), says("a"));
  vi.advanceTimersByTime(40_000);
  turn.follow(speaking);
  vi.advanceTimersByTime(0);
  expect(turn.shown).toBe(true);
});

it("is none that ended in time, one after another", () => {
  let state = inCall();
  for (const id of ["a", "b", "c"]) {
    state = after(state, says(id));
    turn.follow(state);
    vi.advanceTimersByTime(15_000);
    state = after(state, says(id, true));
    turn.follow(state);
  }
  vi.advanceTimersByTime(60_000);
  expect([turn.shown, redraw.mock.calls.length]).toEqual([false, 0]);
});

it("is told of once in a conversation that was told not to, and again in the next", () => {
  const speak = (id: string) => {
    turn.follow(after(inCall(), says(id)));
    vi.advanceTimersByTime(20_000);
  };
  speak("a");
  turn.dismiss();
  expect(turn.shown).toBe(false);
  speak("b");
  expect(turn.shown).toBe(false);
  turn.follow(IDLE);
  speak("c");
  expect(turn.shown).toBe(true);
});

it.each<[string, SessionState]>([
  ["a typed conversation", after(inCall("text"), says("a"))],
  ["a muted microphone", after(inCall(), says("a"), { type: "muted", muted: true })],
  ["a pause", after(inCall(), says("a"), { type: "paused", paused: true })],
  ["a lost connection", after(inCall(), says("a"), { type: "reconnecting", active: true })],
  ["an answer", after(inCall(), says("a"), { type: "playback", playback: "playing" })],
  ["a complete message", after(inCall(), says("a", true))],
  ["silence", inCall()],
])("is not open with %s", (_what, state) => {
  expect(openTurnOf(state)).toBeNull();
  turn.follow(state);
  vi.advanceTimersByTime(60_000);
  expect(turn.shown).toBe(false);
});
