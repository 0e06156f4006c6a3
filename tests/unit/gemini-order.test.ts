import { beforeEach, expect, it } from "vitest";
import { create as geminiLive } from "../../widget/transport/vendors/gemini-live.ts";
import { protocolWire } from "./protocol-wire.ts";

/** Words and sound come in no order that the vendor promises. */

const openWire = () => protocolWire(geminiLive, { url: "wss://voice.example/ws", token: "t", setup: { model: "m" } });
const sound = () => ({ modelTurn: { parts: [{ inlineData: { data: "AAAA", mimeType: "audio/pcm;rate=24000" } }] } });
const says = (text: string) => ({ ...sound(), outputTranscription: { text } });
const hears = { inputTranscription: { text: "How many?" } };

let wire: ReturnType<typeof openWire>;
const content = (...contents: object[]) => wire.server(...contents.map((serverContent) => ({ serverContent })));
beforeEach(() => {
  wire = openWire();
  wire.protocol.open?.();
  wire.server({ setupComplete: {} });
});

it.each<[string, () => void]>([
  [
    "a tool was answered",
    () => {
      wire.server({ toolCall: { functionCalls: [{ id: "c1", name: "look_up" }] } });
      wire.protocol.answerTool("c1", "{}");
    },
  ],
  ["the visitor spoke", () => wire.server({ voiceActivity: { type: "ACTIVITY_START" } })],
])("gives words to the next answer at once where %s during the one before", (_, follow) => {
  content(hears, says("Let me look"));
  follow();
  content(says(" now."), { generationComplete: true }, { turnComplete: true });
  content({ outputTranscription: { text: "Seven." } }, sound());
  const last = wire.of("agent_transcript").at(-1);
  expect(last?.text).not.toMatch(/Seven/);
  expect(wire.of("agent_delta").at(-1)).toMatchObject({ delta: "Seven." });
  expect(wire.of("agent_delta").at(-1)?.id).not.toBe(last?.id);
  expect(wire.of("turn_started").length).toBeGreaterThan(1);
});

it("runs and answers a call that the model gave no id, as on Vertex AI", () => {
  wire.server({ toolCall: { functionCalls: [{ name: "look_up", args: { what: "rye" } }] } });
  const [asked] = wire.of("tool_call");
  expect(asked?.call).toMatchObject({ name: "look_up", arguments: '{"what":"rye"}' });
  wire.protocol.answerTool(asked?.call.call_id ?? "", '{"loaves":7}');
  const response = { name: "look_up", response: { loaves: 7 } };
  expect(wire.sent.at(-1)).toEqual({ toolResponse: { functionResponses: [response] } });
});

it("runs another call that has the id of one before, and none that is told again", () => {
  const asks = (what: string) => ({ toolCall: { functionCalls: [{ id: "c1", name: "look_up", args: { what } }] } });
  wire.server(asks("rye"), asks("rye"));
  wire.protocol.answerTool("c1", "{}");
  content(says("Seven."), { turnComplete: true });
  wire.server(asks("rye"), asks("wheat"));
  const calls = wire.of("tool_call").map(({ call }) => call);
  expect(calls.map((call) => call.arguments)).toEqual(['{"what":"rye"}', '{"what":"wheat"}']);
  expect(calls[0]?.id).not.toBe(calls[1]?.id);
  wire.protocol.answerTool("c1", '{"loaves":2}');
  expect(wire.sent.filter((message) => "toolResponse" in message)).toHaveLength(2);
});
