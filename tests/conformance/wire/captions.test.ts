import { expect, test } from "vitest";
import { Captions } from "../../../widget/transport/captions.ts";
import type { CreateProtocol, WireEvent } from "../../../widget/transport/transport.ts";
import { create as geminiLive } from "../../../widget/transport/vendors/gemini-live.ts";
import { create as openaiRealtime } from "../../../widget/transport/vendors/openai-realtime.ts";
import { create as xaiRealtime } from "../../../widget/transport/vendors/xai-realtime.ts";
import type { Frame, Recording } from "./recordings/frame.ts";
import * as gemini from "./recordings/gemini.ts";
import * as openai from "./recordings/openai.ts";
import * as xai from "./recordings/xai.ts";
import { Shown } from "./shown.ts";

/** What the visitor reads while a recorded vendor speaks: a made clock, and a speaker that takes two seconds for each answer. */

const SOUND_MS = 2_000;
const STEP_MS = 80;
const opening: Record<string, Frame> = {
  openai: { type: "session.created", session: {} },
  xai: { type: "session.updated", session: {} },
  gemini: { setupComplete: {} },
};

/** Frames come as fast as they can, and the sound of each answer at once with its first piece. */
function listen(name: string, create: CreateProtocol, recording: Recording) {
  let now = 1_000;
  const sound = { receivedMs: new Map<string, number>(), heardNow: { item: null as string | null, played_ms: 0 } };
  const captions = new Captions(sound);
  const shown = new Shown();
  shown.begin(now);
  const emit = (event: WireEvent) => {
    for (const one of captions.push(event, now)) shown.show(one, now);
  };
  const ignore = () => {};
  const play = (item: string) => {
    if (sound.receivedMs.has(item)) return;
    sound.receivedMs.set(item, SOUND_MS);
    emit({ type: "playback", playback: "playing" });
  };
  /** The present answer, to its end. */
  const hear = () => {
    const item = [...sound.receivedMs.keys()].at(-1);
    if (item === undefined) return;
    for (let played_ms = 0; played_ms <= SOUND_MS; played_ms += STEP_MS) {
      now += STEP_MS;
      sound.heardNow = { item, played_ms };
      for (const one of captions.check(now)) shown.show(one, now);
    }
    emit({ type: "playback", playback: "none" });
    for (const one of captions.check(now)) shown.show(one, now);
  };
  const wire = { send: ignore, opened: ignore, play, finish: ignore, expired: ignore, flush: () => [], emit };
  const call = {
    url: "wss://voice.example/",
    token: "t",
    setup: {},
    ice_servers: null,
    device: {} as never,
  };
  const protocol = create(wire, call);
  const read = () => shown.state.transcript.flatMap(({ role, text }) => (role === "agent" ? text.trim() : []));
  const early: string[] = [];
  for (const frame of [opening[name] as Frame, ...recording]) {
    protocol.receive(frame);
    // The visitor hears an answer to its end before they say the next thing.
    if (!/response.done|turnComplete/.test(JSON.stringify(frame))) continue;
    early.push(read().at(-1) ?? "");
    hear();
  }
  return { read, early };
}

const VENDORS: [string, CreateProtocol, Recording, string[]][] = [
  ["xai", xaiRealtime, xai.SPOKEN_TURNS, ["On day 1 we are.", "On day 2 we are."]],
  ["openai", openaiRealtime, openai.SPOKEN_TURNS, ["On day 1 we are.", "On day 2 we are."]],
  ["gemini", geminiLive, gemini.SPOKEN_TURN, ["On Sunday we are."]],
];

test.each(VENDORS)("%s: nothing is read before its sound is heard, and all of it afterwards", (...vendor) => {
  const [name, create, recording, said] = vendor;
  const { read, early } = listen(name, create, recording);
  expect(read()).toEqual(said);
  expect(early).toEqual(said.map(() => ""));
});
