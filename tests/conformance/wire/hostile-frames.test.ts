import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionEvents } from "../../../shared/events.ts";
import { TranscriptReport } from "../../../widget/session/transcript-report.ts";
import { readUsage } from "../../../widget/session/usage.ts";
import { checkEvent } from "../../../widget/transport/check-event.ts";
import type { CreateProtocol, TransportEvent } from "../../../widget/transport/transport.ts";
import { UnknownMessages } from "../../../widget/transport/unknown-messages.ts";
import { create as elevenlabsConvai } from "../../../widget/transport/vendors/elevenlabs-convai.ts";
import { create as geminiLive } from "../../../widget/transport/vendors/gemini-live.ts";
import { create as openaiRealtime } from "../../../widget/transport/vendors/openai-realtime.ts";
import { create as xaiRealtime } from "../../../widget/transport/vendors/xai-realtime.ts";
import { create as overWebSocket } from "../../../widget/transport/websocket.ts";
import { runs } from "../../harness/random/runs.ts";
import { withoutCaptions } from "../../harness/shared/without-captions.ts";
import * as elevenlabs from "./recordings/elevenlabs.ts";
import type { Frame, Recording } from "./recordings/frame.ts";
import * as gemini from "./recordings/gemini.ts";
import * as openai from "./recordings/openai.ts";
import * as xai from "./recordings/xai.ts";
import { Shown } from "./shown.ts";

/**
 * Frames of a vendor that are unknown, half, out of order or hostile break neither the call, nor the transcript, nor what
 * the service is told: after any of them the conversation goes on.
 */

class FakeSocket {
  static newest: FakeSocket;
  static readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  closed: number | null = null;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.newest = this;
  }
  send(): void {}
  close(code: number): void {
    this.closed = code;
  }
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A visitor's side of a call that listens. */
function call(create: CreateProtocol, opening: Recording) {
  const shown = new Shown();
  const unknown = new UnknownMessages();
  const reported: object[] = [];
  const report = new TranscriptReport(
    () => ({ transcript: shown.state.transcript, live: true, open: new Set() }),
    (event) => reported.push(event),
  );
  const emit = (given: TransportEvent) => {
    const event = checkEvent(given);
    if (!event) return;
    if (event.type === "usage") {
      const usage = readUsage(event.reported);
      if (event.id && usage) reported.push({ type: "usage", id: event.id.slice(0, 128), ...usage });
    }
    shown.show(event, Date.now());
    report.update();
  };
  const given = { url: "wss://voice.example/", token: "t", setup: {}, ice_servers: null, device: null };
  const transport = overWebSocket(create, {
    ...given,
    emit,
    unknown: (kind) => unknown.count(kind),
    protocol: "openai-realtime",
    loadCaptions: withoutCaptions,
  });
  void transport.connect().catch(() => {});
  const socket = FakeSocket.newest;
  socket.onopen?.();
  const say = (data: string) => socket.onmessage?.({ data });
  for (const frame of opening) say(JSON.stringify(frame));
  shown.begin(Date.now());
  return { shown, unknown, reported, report, socket, say, close: () => transport.close() };
}

const started = (type: string) => ({ type, session: {} });
const OPENAI_OPENING = [started("session.created"), started("session.updated")];
const VENDORS: [string, CreateProtocol, Recording, Recording, Recording][] = [
  ["openai", openaiRealtime, OPENAI_OPENING, [...openai.SPOKEN_TURNS, ...openai.TOOL_ROUND], openai.spoken(9, null)],
  ["xai", xaiRealtime, OPENAI_OPENING, [...xai.SPOKEN_TURNS, ...xai.TOOL_ROUND], xai.spoken(9, null)],
  ["gemini", geminiLive, [{ setupComplete: {} }], [...gemini.SPOKEN_TURN, ...gemini.TOOL_ROUND], gemini.SPOKEN_TURN],
  ["elevenlabs", elevenlabsConvai, elevenlabs.OPENING, elevenlabs.TROUBLED, elevenlabs.spoken(9)],
];

const HOSTILE = fc.constantFrom<unknown>(
  ...[null, true, 0, -1, 1e300, "", "0", "__proto__", "constructor", "toString", "\u202e\u0000", "x".repeat(10_000)],
  ...[{}, [], [null], { type: null }, { text: { text: {} } }, "<img src=x onerror=alert(1)>"],
);
/** One thing that is done to one frame: at which of its values, with what. */
const harm = fc.record({
  how: fc.constantFrom("replace", "replace", "remove", "half", "twice", "later", "unknown", "bare", "polluted"),
  at: fc.nat(10_000),
  value: HOSTILE,
});
type Harm = typeof harm extends fc.Arbitrary<infer One> ? One : never;

/** All places of a value that hold something. */
const placesIn = (value: unknown, path: string[] = []): string[][] =>
  value && typeof value === "object"
    ? Object.entries(value).flatMap(([name, part]) => [[...path, name], ...placesIn(part, [...path, name])])
    : [];

function change(frame: Frame, { how, at, value }: Harm): Frame {
  const copy = structuredClone(frame);
  const places = placesIn(copy);
  const path = places[at % places.length] ?? [];
  const name = path.pop() ?? "type";
  const parent = path.reduce<Frame>((part, step) => part[step], copy);
  if (how === "remove") delete parent[name];
  else parent[name] = value;
  return copy;
}

function spoil(frames: Recording, harms: Harm[]): string[] {
  const texts = frames.map((frame) => JSON.stringify(frame));
  for (const one of harms) {
    const place = one.at % frames.length;
    const text = texts[place] ?? "";
    if (one.how === "half") texts[place] = text.slice(0, one.at % text.length);
    else if (one.how === "twice") texts.splice(place, 0, text);
    else if (one.how === "later") texts.splice((place * 7) % texts.length, 0, ...texts.splice(place, 1));
    else if (one.how === "unknown") texts.splice(place, 0, JSON.stringify({ type: "of.another.time", x: one.value }));
    else if (one.how === "bare") texts.splice(place, 0, JSON.stringify(one.value));
    else if (one.how === "polluted") texts[place] = text.replace("{", '{"__proto__":{"polluted":true},');
    else texts[place] = JSON.stringify(change(frames[place] ?? {}, one));
  }
  return texts;
}

test.each(VENDORS)("%s", (name, create, opening, frames, after) => {
  fc.assert(
    fc.property(fc.array(harm, { minLength: 1, maxLength: 12 }), (harms) => {
      const { shown, reported, report, socket, say, close } = call(create, opening);
      for (const text of spoil(frames, harms)) say(text);
      // Whoever waits for something that never came has given up by then.
      vi.advanceTimersByTime(20_000);
      for (const frame of after) say(JSON.stringify(frame));
      vi.advanceTimersByTime(20_000);
      report.update(false);
      report.close();

      expect(socket.closed, "the call goes on").toBeNull();
      const { transcript, order } = shown.state;
      for (const { id, role, text } of transcript) {
        expect([typeof id, typeof text], JSON.stringify(harms)).toEqual(["string", "string"]);
        expect(["user", "agent"]).toContain(role);
      }
      expect(new Set(transcript.map(({ id }) => id)).size, "each message once").toBe(transcript.length);
      expect(order.every((id) => typeof id === "string")).toBe(true);
      const said = transcript.map(({ text }) => text).join("\n");
      // Gemini names no items: where the end of a turn is missing, nobody can tell two of them apart.
      expect(said, "what comes after is read").toContain(name === "gemini" ? "we are." : "On day 9 we are.");
      for (const event of reported) {
        const judged = sessionEvents.safeParse({ events: [event] });
        expect(judged.success, `${JSON.stringify(event).slice(0, 300)}: ${judged.error?.message}`).toBe(true);
      }
      expect(({} as Frame).polluted).toBeUndefined();
      close();
    }),
    { numRuns: runs(150) },
  );
});

test.each(VENDORS)("%s: unknown message types are counted and reported by name", (_name, create, opening) => {
  const { unknown, say, close } = call(create, opening);
  for (const text of ['{"type":"of.another.time"}', '{"type":"of.another.time"}', "[]", '{"half":']) say(text);
  const total = [...unknown.list()].reduce((sum, [, times]) => sum + times, 0);
  expect(total).toBe(4);
  close();
});
