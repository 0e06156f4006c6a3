import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compatibleStandIn } from "../../harness/vendors/compatible.ts";
import { geminiStandIn } from "../../harness/vendors/gemini.ts";
import { sentence } from "../../harness/vendors/speech-recognizer.ts";
import type { StandIn } from "../../harness/vendors/stand-in.ts";
import { xaiStandIn } from "../../harness/vendors/xai.ts";
import type { Frame } from "./recordings/frame.ts";
import * as gemini from "./recordings/gemini.ts";
import * as openai from "./recordings/openai.ts";
import * as xai from "./recordings/xai.ts";
import { conversationOf, turnsOf } from "./shape.ts";
import { StandInClient } from "./stand-in-client.ts";

/**
 * The stand-ins send what the vendors sent when they were recorded: the same frames, the same fields, fillers and
 * references, in the same order. A stand-in that is another than its vendor proves nothing of the widget.
 */

const QUESTION = sentence("When do you open tomorrow?");
const ASK = 'check_stock {"item":"rye"}';
const TOOL = { type: "function", name: "check_stock", description: "", parameters: { type: "object" } };
const done = ({ type }: Frame) => type === "response.done";
const append = (audio: string) => ({ type: "input_audio_buffer.append", audio });
const say = (text: string) => ({
  type: "conversation.item.create",
  item: { type: "message", role: "user", content: [{ type: "input_text", text }] },
});
/** What belongs to the conversation: the set-up is the client's own, and a ping comes when it comes. */
const isTurn = ({ type }: Frame) => !/^(session|conversation\.created|ping)/.test(String(type));

let standIn: StandIn;
let client: StandInClient;
afterAll(async () => {
  await standIn?.close();
});

/** Two spoken turns, each answered. */
async function speakTwice(expected: number): Promise<Frame[]> {
  const from = client.frames.length;
  for (let turn = 1; turn <= 2; turn++) {
    client.say(QUESTION, 24_000, append);
    await client.until(done, turn, from);
    await client.until(
      ({ type, status }) => /transcription\.completed/.test(type) && status !== "in_progress",
      turn,
      from,
    );
  }
  expect(client.frames.filter(done)).toHaveLength(expected);
  return client.frames.slice(from).filter(isTurn);
}

/** A typed question, a call, its output, the answer. */
async function useTool(): Promise<Frame[]> {
  const from = client.frames.length;
  client.send(say(ASK));
  client.send({ type: "response.create" });
  await client.until(done, 1, from);
  const { call_id } = client.frames.find(({ type }) => type === "response.function_call_arguments.done") ?? {};
  client.send({
    type: "conversation.item.create",
    item: { type: "function_call_output", call_id, output: "Seven loaves." },
  });
  client.send({ type: "response.create" });
  await client.until(done, 2, from);
  return client.frames.slice(from).filter(isTurn);
}

const hasIds = (frames: readonly Frame[]) => frames.every(({ event_id }) => typeof event_id === "string");

describe("xai", () => {
  beforeAll(async () => {
    standIn = await xaiStandIn();
  });
  async function call(): Promise<void> {
    const minted = await fetch(`${standIn.origin}/v1/realtime/client_secrets`, {
      method: "POST",
      headers: { authorization: `Bearer ${standIn.key}` },
      body: "{}",
    });
    const { value } = (await minted.json()) as { value: string };
    client = await StandInClient.open(`${standIn.origin.replace("http", "ws")}/v1/realtime?model=m`, [
      `xai-client-secret.${value}`,
    ]);
    const audio = { input: { transcription: { model: "grok-transcribe" } } };
    client.send({ type: "session.update", session: { turn_detection: { type: "server_vad" }, audio, tools: [TOOL] } });
    await client.until(({ type }) => type === "session.updated");
  }

  test("spoken turns: fillers, the visitor's own last item as the one before, numbers beside an empty usage", async () => {
    await call();
    expect(conversationOf(await speakTwice(2))).toEqual(conversationOf(xai.SPOKEN_TURNS));
    expect(hasIds(client.frames)).toBe(true);
    await client.close();
  });

  test("a tool: words, the call and its output, which name nothing before them", async () => {
    await call();
    expect(conversationOf(await useTool())).toEqual(conversationOf(xai.TOOL_ROUND));
    await client.close();
  });
});

describe("openai, over a WebSocket", () => {
  beforeAll(async () => {
    await standIn?.close();
    standIn = await compatibleStandIn();
  });
  async function call(): Promise<void> {
    const authorization = `Bearer ${standIn.key}`;
    client = await StandInClient.open(`${standIn.origin.replace("http", "ws")}/v1/realtime?model=m`, [], {
      authorization,
    });
    const audio = { input: { transcription: { model: "whisper-1" }, turn_detection: { type: "server_vad" } } };
    client.send({ type: "session.update", session: { type: "realtime", audio, tools: [TOOL] } });
    await client.until(({ type }) => type === "session.updated");
  }

  test("spoken turns: each item names the one before, and the second one's end names nothing", async () => {
    await call();
    expect(conversationOf(await speakTwice(2))).toEqual(conversationOf(openai.SPOKEN_TURNS));
    expect(hasIds(client.frames)).toBe(true);
    await client.close();
  });

  test("a tool: the call's frames, in their order", async () => {
    await call();
    const frames = await useTool();
    const first = frames.findIndex(
      ({ type, item }) => type === "response.output_item.added" && item.type === "function_call",
    );
    const last = frames.findIndex(
      ({ type, item }) => type === "response.output_item.done" && item.type === "function_call",
    );
    const calling = frames.slice(first, last + 1).map((frame) => {
      // Our agent says something before it calls; the recorded one called at once.
      return { ...frame, ...("output_index" in frame && { output_index: 0 }) };
    });
    expect(placeless(calling)).toEqual(placeless(openai.CALL));
    const kinds = (of: readonly Frame[]) =>
      new Map(of.map((frame) => [kindOf(frame), JSON.stringify(placeless([frame]))]));
    const ours = kinds(frames);
    for (const [kind, shape] of kinds(openai.TOOL_ROUND)) expect(ours.get(kind), kind).toBe(shape);
    await client.close();
  });
});

/** A frame's kind, and its item's. */
const kindOf = ({ type, item, response }: Frame) =>
  [type, item?.type, item?.role, item?.status, response?.output?.length > 0 ? "with output" : ""].join(" ");
/** Without what names the item before, which depends on what was said before. */
const placeless = (frames: readonly Frame[]) =>
  conversationOf(
    frames.map((frame) => ({
      ...frame,
      ...("previous_item_id" in frame && { previous_item_id: "any" }),
      ...(frame.response && { response: { ...frame.response, output: [] } }),
    })),
  );

describe("gemini", () => {
  const setup = {
    model: "models/gemini-3.8-live",
    inputAudioTranscription: {},
    tools: [{ functionDeclarations: [{ name: "check_stock", behavior: "BLOCKING", parametersJsonSchema: {} }] }],
  };
  beforeAll(async () => {
    await standIn?.close();
    standIn = await geminiStandIn();
  });
  async function call(): Promise<void> {
    const minted = await fetch(`${standIn.origin}/v1alpha/auth_tokens`, {
      method: "POST",
      headers: { "x-goog-api-key": standIn.key },
      body: "{}",
    });
    const { name } = (await minted.json()) as { name: string };
    const service = "/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContentConstrained";
    client = await StandInClient.open(`${standIn.origin.replace("http", "ws")}${service}?access_token=${name}`);
    client.send({ setup });
    await client.until(({ setupComplete }) => setupComplete !== undefined);
    expect(client.frames, "and no word of resumption that nobody asked for").toEqual([{ setupComplete: {} }]);
  }
  const complete = ({ serverContent }: Frame) => serverContent?.turnComplete === true;

  test("a spoken turn: fragments, a thought, words before their sound; the voice's begin and end by `type`", async () => {
    await call();
    client.say(QUESTION, 16_000, (data) => ({ realtimeInput: { audio: { data, mimeType: "audio/pcm;rate=16000" } } }));
    await client.until(complete);
    const frames = client.frames.slice(1);
    const voice = frames.filter(({ voiceActivity }) => voiceActivity);
    expect(voice).toEqual(
      ["ACTIVITY_START", "ACTIVITY_END"].map((type) => ({
        voiceActivity: { type, audioOffset: expect.stringMatching(/^\d+\.\d{3}s$/) },
      })),
    );
    // Not recorded, but reported: the last of the visitor's words may come when the answer has begun.
    const heard = ({ serverContent }: Frame) => serverContent?.inputTranscription !== undefined;
    const late = frames.findLastIndex(heard);
    expect(late).toBeGreaterThan(frames.findIndex(({ serverContent }) => serverContent?.modelTurn));
    const recorded = frames.filter((frame, at) => !frame.voiceActivity && at !== late);
    expect(turnsOf(recorded)).toEqual(turnsOf(gemini.SPOKEN_TURN));
    await client.close();
  });

  test("a tool: the call by its id, and the answer to its result", async () => {
    await call();
    client.send({ clientContent: { turns: [{ role: "user", parts: [{ text: ASK }] }], turnComplete: true } });
    await client.until(({ toolCall }) => toolCall !== undefined);
    const from = client.frames.findIndex(({ toolCall }) => toolCall);
    const [{ id, name }] = client.frames[from]?.toolCall?.functionCalls ?? [{}];
    client.send({ toolResponse: { functionResponses: [{ id, name, response: { loaves: 7 } }] } });
    await client.until(complete);
    expect(turnsOf(client.frames.slice(from))).toEqual(turnsOf(gemini.TOOL_ROUND));
    await client.close();
  });
});
