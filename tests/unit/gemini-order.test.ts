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
