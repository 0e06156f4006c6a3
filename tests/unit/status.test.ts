import { expect, it } from "vitest";
import en from "../../widget/i18n/en.ts";
import enConversation from "../../widget/i18n/en-conversation.ts";
import { statusHelp } from "../../widget/panel/views/status-help.ts";
import { statusText } from "../../widget/panel/views/status-line.ts";
import type { LiveState } from "../../widget/session/state.ts";

const live = (change: Partial<LiveState> = {}): LiveState => ({
  status: "listening",
  transcript: [],
  order: [],
  input: "voice",
  muted: false,
  paused: false,
  microphone: null,
  audio_blocked: false,
  session: { session_id: "ses_1", agent_id: 1, agent_name: "Ava" },
  remaining_seconds: 300,
  connected_at: 0,
  activity: { awaiting: false, streaming: false, playback: "none" },
  reconnecting: false,
  ...change,
});
const said = (change?: Partial<LiveState>) => statusText(live(change), en);

it("never says that it listens while it cannot", () => {
  expect(said()).toBe("Listening");
  expect(said({ muted: true })).toBe("Your microphone is off");
  expect(said({ paused: true })).toBe("Paused");
  expect(said({ paused: true, muted: true })).toBe("Paused");
  expect(said({ reconnecting: true })).toBe("Reconnecting…");
  expect(said({ reconnecting: true, paused: true })).toBe("Reconnecting…");
  // Who types knows that it is their turn.
  expect(said({ input: "text" })).toBe("");
});

it("explains a pause and a connection that is made anew", () => {
  const explained = (change?: Partial<LiveState>) => statusHelp({ state: live(change), texts: en });
  expect(explained()).toBeNull();
  expect(explained({ paused: true })).toBe(enConversation.pausedHelp);
  expect(explained({ reconnecting: true, paused: true })).toBe(enConversation.reconnectingHelp);
});
