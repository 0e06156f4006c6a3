import { describe, expect, it } from "vitest";
import { MAX_TOOL_RESULT_BYTES } from "../../../shared/limits.ts";
import { Allowance } from "../../../worker/objects/voice-agent/allowance.ts";
import {
  Conversation,
  type Entry,
  MAX_CHARACTERS,
  MAX_ITEMS,
} from "../../../worker/objects/voice-agent/conversation.ts";
import { demoPipeline } from "../../../worker/objects/voice-agent/demo/demo-pipeline.ts";
import { encodeAudio } from "../../../worker/objects/voice-agent/pcm.ts";
import type { DemoCall } from "../../../worker/objects/voice-agent/rpc.ts";
import type { Item } from "../../../worker/objects/voice-agent/wire.ts";
import { engineOf, newCall } from "./new-call.ts";

const NOW = 1_800_000_000_000;
const PART = "x".repeat(32_768);

const create = (id: string, parts: number) =>
  JSON.stringify({
    type: "conversation.item.create",
    item: {
      id,
      type: "message",
      role: "user",
      content: Array.from({ length: parts }, () => ({ type: "input_text", text: PART })),
    },
  });

/** What the object would have stored. */
class Stored {
  entries = new Map<string, Entry>();
  order: string[] = [];
  saveEntry = (entry: Entry) => void this.entries.set(entry.item.id, entry);
  removeEntry = (id: string) => void this.entries.delete(id);
  saveOrder = (order: string[]) => {
    this.order = [...order];
  };
  get characters(): number {
    return JSON.stringify([...this.entries.values()]).length;
  }
}
const item = (id: string, text: string): Item => ({
  id,
  object: "realtime.item",
  type: "message",
  status: "completed",
  role: "user",
  content: [{ type: "input_text", text }],
});

describe("a conversation", () => {
  it("keeps a bounded number of characters, the newest, also after it was loaded anew", () => {
    const stored = new Stored();
    let conversation = new Conversation(stored);
    for (let n = 0; n < 400; n += 1) {
      conversation.insert(item(`item ${n}`, PART.repeat(7)));
      if (n === 200) conversation = new Conversation(stored, stored.order, [...stored.entries.values()]);
    }
    expect(stored.characters).toBeLessThan(MAX_CHARACTERS * 1.01);
    expect(stored.order).toEqual(["item 396", "item 397", "item 398", "item 399"]);
    expect([...stored.entries.keys()]).toEqual(stored.order);
  });

  it("makes room where an item grows, and never for the newest itself", () => {
    const stored = new Stored();
    const conversation = new Conversation(stored);
    for (let n = 0; n < 4; n += 1) conversation.insert(item(`item ${n}`, PART.repeat(7)));
    const grows = conversation.insert(item("grows", ""), null);
    expect(stored.order).toHaveLength(5);
    grows.item = Object.assign(grows.item, { content: [{ type: "input_text", text: PART.repeat(7) }] });
    conversation.changed(grows);
    expect(stored.order).toEqual(["grows", "item 1", "item 2", "item 3"]);
    expect(stored.characters).toBeLessThan(MAX_CHARACTERS * 1.01);
  });

  it("keeps 300 items", () => {
    const stored = new Stored();
    const conversation = new Conversation(stored);
    for (let n = 0; n < MAX_ITEMS + 50; n += 1) conversation.insert(item(`item ${n}`, "x"));
    expect(stored.order).toHaveLength(MAX_ITEMS);
    expect(stored.order[0]).toBe("item 50");
  });

  it("refuses an item of its own size, and goes on", () => {
    const { call, sent } = newCall();
    call.receive(create("large", 8), NOW);
    expect(sent.at(-1)).toMatchObject({ type: "error", error: { code: "item_too_large", param: "item" } });
    call.receive(create("fits", 7), NOW);
    expect(sent.at(-1)).toMatchObject({ type: "conversation.item.done", item: { id: "fits" } });
  });

  it("takes the largest result that a tool may have", () => {
    const { call, sent } = newCall();
    const output = JSON.stringify({ text: '"'.repeat((MAX_TOOL_RESULT_BYTES - 20) / 2) });
    const asked = { type: "function_call", call_id: "call_1", name: "look_up", arguments: "{}" };
    call.receive(JSON.stringify({ type: "conversation.item.create", item: asked }), NOW);
    const result = { id: "result", type: "function_call_output", call_id: "call_1", output };
    call.receive(JSON.stringify({ type: "conversation.item.create", item: result }), NOW);
    expect(sent.at(-1)).toMatchObject({ type: "conversation.item.done", item: { id: "result", output } });
  });

  it("answers no more than a conversation holds, also where one item is named again and again", () => {
    const { call, sent } = newCall();
    call.receive(create("large", 7), NOW);
    const respond = (times: number) => {
      const input = Array.from({ length: times }, () => ({ type: "item_reference", id: "large" }));
      call.receive(JSON.stringify({ type: "response.create", response: { input, output_modalities: ["text"] } }), NOW);
    };
    respond(6_000);
    expect(sent.at(-1)).toMatchObject({ type: "error", error: { code: "input_too_large", param: "response.input" } });
    respond(4);
    expect(sent.at(-1)).toMatchObject({ type: "rate_limits.updated" });
  });
});

/** A call whose writes are counted, and a second of sound in which somebody says a word. */
function storedCall() {
  const writes = { rows: 0 };
  const one = () => {
    writes.rows += 1;
  };
  const store = { saveSession: one, saveResponse: one, saveEntry: one, removeEntry: one, saveOrder: one };
  const call: DemoCall = {
    ...{ kind: "demo", session_id: "ses_x1", instructions: "", initial_message: null, voice: "ava", tools: [] },
    expires_at: 0,
  };
  const { call: engine, sent } = engineOf(call, demoPipeline(null), store);
  return { writes, sent, send: (event: object, now: number) => engine.receive(JSON.stringify(event), now) };
}

describe("what a page has stored in a minute, at the pace at which its messages are taken,", () => {
  const message = (id: string) => ({ id, type: "message", role: "user", content: [{ type: "input_text", text: "a" }] });
  const speech = encodeAudio(
    Int16Array.from({ length: 24_000 }, (_, at) => (at < 12_000 ? 12_000 * Math.sin(at / 8) * Math.sin(at / 900) : 0)),
  );
  it.each<[string, number, (n: number) => object]>([
    ["settings", 500, (n) => ({ type: "session.update", session: { type: "realtime", instructions: `${n}` } })],
    ["items", 500, (n) => ({ type: "conversation.item.create", item: message(`${n}`) })],
    [
      "items that go again",
      500,
      (n) =>
        n % 2
          ? { type: "conversation.item.delete", item_id: `${n - 1}` }
          : { type: "conversation.item.create", item: message(`${n}`) },
    ],
    ["answers", 500, (n) => ({ type: n % 2 ? "response.cancel" : "response.create" })],
    ["turns", 32, () => ({ type: "input_audio_buffer.append", audio: speech })],
  ])("has a bound: %s", (_, pace, event) => {
    const { writes, send } = storedCall();
    for (let n = 0; n < pace * 60; n++) send(event(n), NOW + Math.floor((n * 1_000) / pace));
    expect(writes.rows).toBeGreaterThan(1_000);
    expect(writes.rows).toBeLessThan(14_000);
  });
});

describe("what a client may send and be sent", () => {
  it.each([
    ["objects", (n: number) => `[${"{},".repeat(n)}0]`],
    ["names", (n: number) => `{${Array.from({ length: n }, (_, at) => `"${at}":0`).join()}}`],
    ["objects in each other", (n: number) => `{"a":[${'{"b":{"c":"[\\\\"}},'.repeat(n)}0]}`],
  ])("is bounded in values, before they are parsed: %s", (_, ofMany) => {
    const { call, sent } = newCall();
    const message = (n: number) => `{"type":"response.create","response":{"metadata":${ofMany(n)}}}`;
    call.receive(message(100_000 / 4), NOW);
    expect(sent.at(-1)).toMatchObject({ error: { message: expect.stringContaining("more than 20,000 values") } });
    call.receive(message(2), NOW);
    expect(sent.at(-1)).not.toMatchObject({ error: { message: expect.stringContaining("20,000") } });
  });

  it("is bounded in characters, and comes back with time", () => {
    const allowance = new Allowance();
    const large = 1_500_000;
    let passed = 0;
    while (allowance.take(NOW, large) === "pass") passed += 1;
    expect(passed).toBe(22);
    expect(allowance.take(NOW, large)).toBe("drop");
    expect(allowance.take(NOW + 1_000, large)).toBe("pass");
  });

  it("counts the answers that it causes, read or not", () => {
    const allowance = new Allowance();
    let asked = 0;
    for (; allowance.take(NOW, 60) === "pass"; asked += 1) allowance.spend(960_000);
    expect(asked).toBe(35);
  });

  it("leaves a microphone at ten times its pace alone", () => {
    const allowance = new Allowance();
    for (let ms = 0; ms < 600_000; ms += 10) expect(allowance.take(NOW + ms, 6_400)).toBe("pass");
  });
});
