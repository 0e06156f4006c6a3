import { beforeEach, expect, it } from "vitest";
import { create as openaiRealtime } from "../../widget/transport/vendors/openai-realtime.ts";
import { protocolWire } from "./protocol-wire.ts";

/** Events that come twice, or after the end of their answer. */

const openWire = () => protocolWire(openaiRealtime, { url: "wss://voice.example/v1/realtime?model=m", token: "ek_1" });

const created = (id: string) => ({ type: "response.created", response: { id } });
const done = (id: string, more: object = {}) => ({
  type: "response.done",
  response: { id, status: "completed", output: [], ...more },
});
const sound = { type: "response.output_audio.delta", response_id: "r1", item_id: "a1", delta: "AAAA" };

let wire: ReturnType<typeof openWire>;
beforeEach(() => {
  wire = openWire();
  wire.server({ type: "session.created", session: {} });
});

it("runs a call once whose answer is told to be done twice, also after the call was answered", () => {
  const round = done("r1", {
    output: [{ id: "f1", type: "function_call", call_id: "c1", name: "pay", arguments: "{}" }],
  });
  wire.server(created("r1"), round, round);
  wire.protocol.answerTool("c1", "paid");
  wire.server(round);
  expect(wire.of("tool_call")).toHaveLength(1);
  expect(wire.types()).toEqual(["conversation.item.create", "response.create"]);
  wire.server(created("r2"), done("r2"));
  expect(wire.of("turn_done").at(-1)).toEqual({ type: "turn_done", more: false });
});

it("ends each answer where a server gives all of them one id", () => {
  wire.server(created("r1"), done("r1"), created("r1"), done("r1"));
  expect(wire.of("turn_done")).toHaveLength(2);
  wire.protocol.sendText("m1", "Hi");
  expect(wire.types(), "none is made any more").toEqual(["conversation.item.create", "response.create"]);
});

it("neither plays nor shows what comes of an answer that was cut, also after its end", () => {
  wire.server(created("r1"), sound, { type: "input_audio_buffer.speech_started", item_id: "u1" });
  wire.server(done("r1", { status: "cancelled" }), sound, {
    type: "response.output_audio_transcript.delta",
    response_id: "r1",
    item_id: "a1",
    delta: "late",
  });
  expect(wire.played).toHaveLength(1);
  expect(wire.of("agent_delta")).toEqual([]);
});

it("takes no text for cut whose end comes after that of its answer", () => {
  const text = { response_id: "r1", item_id: "a1" };
  wire.server(created("r1"), { type: "response.output_audio_transcript.delta", ...text, delta: "At ni" }, done("r1"));
  wire.server({ type: "response.output_audio_transcript.done", ...text, transcript: "At nine." });
  expect(wire.of("interrupted")).toEqual([]);
  expect(wire.of("agent_transcript")).toEqual([{ type: "agent_transcript", id: "a1", text: "At nine." }]);
});

it("asks for the next answer where the one before was over without a word of its end", () => {
  const crossed = (code: string) => ({ type: "error", error: { code, message: "Failed", event_id: "other" } });
  const asked = () => wire.types().filter((type) => type === "response.create");
  wire.server(created("r1"), sound);
  wire.protocol.sendText("msg_1", "Still there?");
  wire.server(crossed("item_truncate_invalid"));
  expect(asked()).toHaveLength(0);
  wire.server(crossed("response_cancel_not_active"));
  expect(asked()).toHaveLength(1);
  wire.server(done("r1"), created("r2"), { ...sound, response_id: "r2" }, done("r2"));
  expect(wire.played).toHaveLength(2);
  expect(wire.of("turn_done").map(({ more }) => more)).toEqual([false, true, false]);
  expect(wire.of("error")).toEqual([]);
});

it("keeps what the visitor said where its transcription fails, also once it was told", () => {
  const told = (type: string, more: object) => ({
    type: `conversation.item.input_audio_transcription.${type}`,
    item_id: "u1",
    ...more,
  });
  const failed = told("failed", { error: { message: "Input transcription failed" } });
  wire.server(told("delta", { delta: "How " }), told("delta", { delta: "many?" }), failed, failed);
  wire.server(told("completed", { transcript: "How many?" }), told("completed", { transcript: "" }));
  expect(wire.of("user_transcript").filter(({ final }) => final)).toEqual([
    { type: "user_transcript", id: "u1", text: "How many?", final: true },
    { type: "user_transcript", id: "u1", text: "How many?", final: true },
  ]);
});

it.each([{}, { transcript: "" }])("keeps an answer whose end comes without its text: %o", (end) => {
  const text = { response_id: "r1", item_id: "a1" };
  wire.server(created("r1"), { type: "response.output_audio_transcript.delta", ...text, delta: "At nine." });
  wire.server({ type: "response.output_audio_transcript.done", ...text, ...end }, done("r1"));
  expect(wire.of("agent_transcript")).toEqual([{ type: "agent_transcript", id: "a1", text: "At nine." }]);
});

it("keeps the arguments of a call that is told again without them", () => {
  const call = { id: "f1", type: "function_call", call_id: "c1", name: "pay" };
  wire.server(created("r1"), {
    type: "response.function_call_arguments.done",
    response_id: "r1",
    item_id: "f1",
    call_id: "c1",
    arguments: '{"euros":7}',
  });
  wire.server(done("r1", { output: [{ ...call, arguments: "" }] }));
  expect(wire.of("tool_call").map(({ call }) => [call.name, call.arguments])).toEqual([["pay", '{"euros":7}']]);
});

// github.com/livekit/agents/issues/5808: the end of such a text comes before that of its answer.
it.each([
  ["incomplete", true],
  ["failed", true],
  ["completed", false],
])("marks the text of an answer as cut that was broken off: %s", (status, marked) => {
  const text = { response_id: "r1", item_id: "a1" };
  wire.server(
    created("r1"),
    { type: "response.output_audio_transcript.delta", ...text, delta: "We open at" },
    { type: "response.output_audio_transcript.done", ...text, transcript: "We open at" },
    done("r1", { status, status_details: { reason: "max_output_tokens" } }),
  );
  expect(wire.of("interrupted")).toEqual(marked ? [{ type: "interrupted", ids: ["a1"] }] : []);
  expect(wire.of("agent_transcript")).toMatchObject([{ text: "We open at" }]);
});

it("answers what the visitor asks meanwhile before a tool that takes long", () => {
  const call = (id: string) => ({ id: `f${id}`, type: "function_call", call_id: id, name: "look", arguments: "{}" });
  wire.server(created("r1"), done("r1", { output: [call("c1"), call("c2")] }));
  wire.protocol.answerTool("c1", "one");
  wire.server({ type: "input_audio_buffer.speech_started", item_id: "u1" }, created("r2"));
  wire.server(done("r2", { output: [call("c3")] }));
  wire.protocol.answerTool("c3", "three");
  const told = () => wire.sent.flatMap(({ item, type }) => (item as { output?: string })?.output ?? type);
  expect(told()).toEqual(["three", "response.create"]);
  wire.server(created("r3"), done("r3"));
  wire.protocol.answerTool("c2", "two");
  expect(told().slice(2), "both of the first answer, in its order").toEqual(["one", "two", "response.create"]);
  wire.protocol.answerTool("c2", "again");
  expect(told()).toHaveLength(5);
});
