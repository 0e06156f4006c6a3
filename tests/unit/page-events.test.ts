import { describe, expect, it } from "vitest";
import { eventsBetween } from "../../widget/panel/widget-events.ts";
import { IDLE, type LiveState, type Message, type SessionState } from "../../widget/session/state.ts";

const session = { session_id: "ses_1", agent_id: 4, agent_name: "Ava" };
const live = (change: Partial<LiveState> = {}): LiveState => ({
  status: "listening",
  transcript: [],
  order: [],
  input: "voice",
  muted: false,
  microphone: null,
  paused: false,
  audio_blocked: false,
  session,
  remaining_seconds: 300,
  connected_at: 0,
  activity: { awaiting: false, streaming: false, playback: "none" },
  reconnecting: false,
  ...change,
});
const message = (change: Partial<Message> = {}): Message => ({
  id: "m1",
  role: "agent",
  text: "Hello",
  final: false,
  at: 0,
  ...change,
});
const types = (before: SessionState, after: SessionState) => eventsBetween(before, after).map(({ type }) => type);

describe("what the page is told", () => {
  it("is nothing when nothing changed", () => {
    expect(eventsBetween(live(), live({ muted: true, remaining_seconds: 200 }))).toEqual([]);
  });

  it("is each status once, and the session when it is there", () => {
    const { remaining_seconds: _r, connected_at: _c, activity: _a, reconnecting: _n, ...open } = live();
    const connecting: SessionState = { ...open, status: "connecting", session: null };
    expect(eventsBetween(IDLE, connecting)).toEqual([{ type: "status", detail: { status: "connecting" } }]);
    expect(eventsBetween(connecting, { ...connecting, session })).toEqual([
      { type: "session", detail: { session_id: "ses_1", agent_id: 4 } },
    ]);
    expect(types({ ...connecting, session }, live())).toEqual(["status"]);
  });

  it("is a message as it grows and when it is whole, never twice the same", () => {
    const [empty, part, whole] = [message({ text: "" }), message(), message({ final: true })];
    expect(types(live(), live({ transcript: [empty] }))).toEqual([]);
    expect(eventsBetween(live({ transcript: [empty] }), live({ transcript: [part] }))).toEqual([
      { type: "message", detail: { id: "m1", role: "agent", text: "Hello", final: false } },
    ]);
    expect(types(live({ transcript: [part] }), live({ transcript: [whole] }))).toEqual(["message"]);
    expect(types(live({ transcript: [whole] }), live({ transcript: [{ ...whole }] }))).toEqual([]);
  });

  it("is a tool call with its arguments, once", () => {
    const call = message({ role: "tool", text: "book", arguments: { day: "Saturday" } });
    expect(eventsBetween(live(), live({ transcript: [call] }))).toEqual([
      { type: "tool", detail: { name: "book", arguments: { day: "Saturday" } } },
    ]);
    expect(types(live({ transcript: [call] }), live({ transcript: [{ ...call, final: true }] }))).toEqual([]);
  });

  it("is a microphone that is not there, and an end after which nothing is live", () => {
    const deaf = live({ input: "text", microphone: "microphone_denied" });
    expect(eventsBetween(live(), deaf)).toMatchObject([{ type: "error", detail: { code: "microphone_denied" } }]);
    expect(types(deaf, { ...deaf })).toEqual([]);
    const rest = { transcript: [], order: [], session };
    expect(eventsBetween(live(), { status: "ended", reason: "completed", connected: true, ...rest }).slice(1)).toEqual([
      { type: "end", detail: { reason: "completed" } },
    ]);
    const error = { code: "connection_lost", message: "The socket closed." } as const;
    expect(types(live(), { status: "error", error, ...rest })).toEqual(["status", "error", "end"]);
    expect(types(IDLE, { status: "error", error, ...rest, session: null })).toEqual(["status", "error"]);
  });
});
