import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../harness/random/runs.ts";
import { newCall } from "./new-call.ts";

const TYPES = [
  "session.update",
  "input_audio_buffer.append",
  "input_audio_buffer.commit",
  "input_audio_buffer.clear",
  "conversation.item.create",
  "conversation.item.retrieve",
  "conversation.item.truncate",
  "conversation.item.delete",
  "response.create",
  "response.cancel",
];
const rarely = <T, U>(unusual: fc.Arbitrary<T>, usual: U) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 5 }, unusual);
const detection = { input: { turn_detection: null } };
const id = fc.constantFrom("a", "b", "root", "", "__proto__", "toString");
const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("call show {", "bye", "Say: ", "{}", "\u0000"));
const part = fc.record(
  { type: fc.constantFrom("input_text", "input_audio", "output_text", "output_audio"), text, audio: fc.base64String() },
  { requiredKeys: ["type"] },
);
const item = fc.record(
  {
    id,
    type: fc.constantFrom("message", "function_call", "function_call_output", "item_reference"),
    role: fc.constantFrom("user", "assistant", "system"),
    content: fc.array(part, { maxLength: 3 }),
    call_id: id,
    name: text,
    arguments: text,
    output: text,
  },
  { requiredKeys: ["type"] },
);
const words = fc.record({ type: fc.constant("input_text"), text });
const sound = fc.record({ type: fc.constant("input_audio"), audio: fc.constantFrom("", "AAAA", "AAAAAAAA", "AAA=") });
const valid = fc.oneof(
  fc.record({ type: fc.constant("message"), role: fc.constant("user"), content: fc.tuple(fc.oneof(words, sound)) }),
  fc.record({ type: fc.constant("message"), role: fc.constant("system"), content: fc.tuple(words), id }),
  fc.record({ type: fc.constant("function_call"), call_id: id, name: fc.constant("show"), arguments: text }),
  fc.record({ type: fc.constant("function_call_output"), call_id: id, output: text }),
);
const anyItem = fc.oneof({ arbitrary: valid, weight: 4 }, item);
const nearlyValid = fc.record(
  {
    type: fc.constantFrom(...TYPES),
    event_id: text,
    audio: fc.oneof(fc.constant("AAAA//8A".repeat(999)), fc.base64String({ maxLength: 4_000 }), text),
    item: anyItem,
    item_id: id,
    previous_item_id: rarely(id, null),
    content_index: rarely(fc.integer(), 0),
    audio_end_ms: fc.double(),
    response: fc.record(
      { instructions: text, input: fc.array(anyItem), tool_choice: rarely(fc.anything(), "auto") },
      { requiredKeys: [] },
    ),
    session: fc.record(
      {
        type: fc.constant("realtime"),
        instructions: text,
        tools: rarely(fc.anything(), []),
        audio: rarely(fc.anything(), detection),
      },
      { requiredKeys: ["type"] },
    ),
    response_id: rarely(id, null),
  },
  { requiredKeys: ["type", "audio", "item", "item_id", "content_index", "audio_end_ms", "session"] },
);
/** Drops the fields that the event does not know, so that many get through. */
const fields: Record<string, string[]> = {
  "session.update": ["session"],
  "input_audio_buffer.append": ["audio"],
  "conversation.item.create": ["item", "previous_item_id"],
  "conversation.item.retrieve": ["item_id"],
  "conversation.item.delete": ["item_id"],
  "conversation.item.truncate": ["item_id", "content_index", "audio_end_ms"],
  "response.create": ["response"],
  "response.cancel": ["response_id"],
};
const fitted = nearlyValid.map((event) =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name === "type" || fields[event.type]?.includes(name))),
);
const message = fc
  .oneof({ arbitrary: fitted, weight: 8 }, nearlyValid, fc.jsonValue())
  .map((value) => JSON.stringify(value));
const anyMessage = fc.oneof({ arbitrary: message, weight: 8 }, fc.string(), fc.json());

it("answers whatever it is sent with events, and never fails", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(anyMessage, { minLength: 1, maxLength: 25, size: "max" }), (messages) => {
      const { call, sent } = newCall();
      let now = 1_000;
      for (const one of messages) {
        call.receive(one, now);
        now += 90;
        call.advance(now);
      }
      for (let wake = call.wakeAt; wake !== null; wake = call.wakeAt) call.advance(wake);
      for (const event of sent) expect(event.event_id).toMatch(/^event_/);
      const count = (type: string) => sent.filter((event) => event.type === type).length;
      expect(count("response.done")).toBe(count("response.created"));
      expect(count("conversation.item.done")).toBe(count("conversation.item.added"));
      accepted += sent.length - count("error");
    }),
    { numRuns: runs(1_000) },
  );
  // The messages are not all refused.
  expect(accepted).toBeGreaterThan(10_000);
}, 600_000);
