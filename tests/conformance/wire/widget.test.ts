import { expect, test } from "vitest";
import { TranscriptReport } from "../../../widget/session/transcript-report.ts";
import type { CreateProtocol, TransportEvent } from "../../../widget/transport/transport.ts";
import { create as geminiLive } from "../../../widget/transport/vendors/gemini-live.ts";
import { create as openaiRealtime } from "../../../widget/transport/vendors/openai-realtime.ts";
import { create as xaiRealtime } from "../../../widget/transport/vendors/xai-realtime.ts";
import type { Frame, Recording } from "./recordings/frame.ts";
import * as gemini from "./recordings/gemini.ts";
import * as openai from "./recordings/openai.ts";
import * as xai from "./recordings/xai.ts";
import { Shown } from "./shown.ts";

/** The widget on what the vendors sent when they were recorded: what the visitor reads, and what the service is told. */

const started = (type: string) => ({ type, session: {} });
const OPENING: Record<string, Frame[]> = {
  openai: [started("session.created"), started("session.updated")],
  xai: [started("session.created"), started("session.updated")],
  gemini: [{ setupComplete: {} }],
};

/** A visitor's side of a call, without sound, on which a vendor's frames arrive. */
function replay(name: string, create: CreateProtocol, recording: Recording) {
  const shown = new Shown();
  const events: TransportEvent[] = [];
  const reported: string[] = [];
  const unknown: string[] = [];
  const report = new TranscriptReport(
    () => ({ transcript: shown.state.transcript, live: true, open: new Set() }),
    (event) => "text" in event && reported.push(`${event.type.split("_")[0]}: ${event.text}`),
  );
  const emit = (event: TransportEvent) => {
    events.push(event);
    shown.show(event, 1);
    report.update();
  };
  const ignore = () => {};
  const wire = { send: ignore, opened: ignore, play: ignore, finish: ignore, expired: ignore, flush: () => [] };
  const call = {
    url: "wss://voice.example/",
    token: "t",
    setup: {},
    ice_servers: null,
    device: null,
  };
  const protocol = create({ ...wire, emit, unknown: (kind) => unknown.push(kind) }, call);
  shown.begin(1);
  for (const frame of [...(OPENING[name] ?? []), ...recording]) {
    protocol.receive(frame);
    // What the page's own tool answers, as soon as it is asked.
    const asked = events.at(-1);
    if (asked?.type === "tool_call") protocol.answerTool(asked.call.call_id, '{"loaves":7}');
  }
  report.update(false);
  report.close();
  const read = shown.state.transcript.map(({ role, text, final }) => `${role}: ${text}${final ? "" : " …"}`);
  const of = <Type extends TransportEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<TransportEvent, { type: Type }> => event.type === type);
  return { read, reported, unknown, of };
}

const DAYS = [1, 2].flatMap((day) => [`user: Are you open on day ${day}?`, `agent: On day ${day} we are.`]);

test.each([
  ["xai", xaiRealtime, xai.SPOKEN_TURNS, DAYS, 341],
  ["openai", openaiRealtime, openai.SPOKEN_TURNS, DAYS, 205],
  ["gemini", geminiLive, gemini.SPOKEN_TURN, ["user: Are you open on Sunday?", "agent: On Sunday we are."], 1234],
])(
  "%s: spoken turns are read in their order, and the service gets the same",
  (name, create, recording, days, tokens) => {
    const { read, reported, unknown, of } = replay(name, create, recording);
    expect(read).toEqual(days);
    expect(reported).toEqual(days);
    expect(unknown, "every kind is known").toEqual([]);
    expect(of("error")).toEqual([]);
    // What an answer cost; what the recognition did is reported apart.
    const numbers = of("usage").map(({ reported }) => reported as Frame);
    const totals = numbers.flatMap(({ total_tokens, totalTokenCount }) => total_tokens ?? totalTokenCount ?? []);
    expect(totals).toEqual(days.filter((line) => line.startsWith("agent")).map(() => tokens));
  },
);

test.each([
  ["xai", xaiRealtime, xai.TOOL_ROUND, ["agent: Let me look.", "agent: Seven loaves are left."]],
  ["openai", openaiRealtime, openai.TOOL_ROUND, ["agent: Seven loaves are left."]],
  ["gemini", geminiLive, gemini.TOOL_ROUND, ["agent: Seven loaves are left."]],
])("%s: a tool is asked for once, and what is said around it stays in order", (name, create, recording, said) => {
  const { read, reported, unknown, of } = replay(name, create, recording);
  expect(of("tool_call").map(({ call }) => [call.name, JSON.parse(call.arguments)])).toEqual([
    ["check_stock", { item: "rye" }],
  ]);
  expect(read).toEqual(said);
  expect(reported).toEqual(said);
  expect(unknown).toEqual([]);
});
