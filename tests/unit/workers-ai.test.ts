import { describe, expect, it } from "vitest";
import type { Item } from "../../worker/objects/voice-agent/wire.ts";
import { readChat } from "../../worker/objects/voice-agent/workers-ai/chat.ts";
import { newestPart, toMessages } from "../../worker/objects/voice-agent/workers-ai/messages.ts";
import { ReasoningFilter, Thoughts } from "../../worker/objects/voice-agent/workers-ai/reasoning-filter.ts";
import { recognition } from "../../worker/objects/voice-agent/workers-ai/recognition.ts";
import { Resampler } from "../../worker/objects/voice-agent/workers-ai/resampler.ts";
import { Sentences } from "../../worker/objects/voice-agent/workers-ai/sentences.ts";
import { spokenText } from "../../worker/objects/voice-agent/workers-ai/spoken-text.ts";
import { compareWork } from "../harness/shared/compare-work.ts";

const tone = (hertz: number, rate: number, seconds: number) =>
  Int16Array.from({ length: rate * seconds }, (_, at) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * hertz * at) / rate)),
  );
const level = (samples: Int16Array) => Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);

describe("the resampler", () => {
  it.each([
    [24_000, 16_000],
    [16_000, 24_000],
    [22_050, 24_000],
    [48_000, 24_000],
  ])("%i Hz to %i Hz: the same sound, however it is cut", (from, to) => {
    const sound = tone(440, from, 1);
    const whole = new Resampler(from, to).push(sound);
    expect(Math.abs(whole.length - to)).toBeLessThan(60);
    const inside = whole.subarray(100, whole.length - 100);
    const wanted = tone(440, to, 1).subarray(100, whole.length - 100);
    const off = inside.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (wanted[at] ?? 0))), 0);
    expect(off).toBeLessThan(300);
    const cut = new Resampler(from, to);
    const pieces: number[] = [];
    for (let at = 0; at < sound.length; at += 317) pieces.push(...cut.push(sound.subarray(at, at + 317)));
    expect(pieces).toEqual([...whole.subarray(0, pieces.length)]);
  });

  it("takes out what the lower rate cannot hold", () => {
    const high = new Resampler(24_000, 16_000).push(tone(11_000, 24_000, 1));
    expect(level(high)).toBeLessThan(level(tone(11_000, 24_000, 1)) / 20);
  });
});

describe("sentences", () => {
  it("come as soon as they are whole, and joined are the text", () => {
    const sentences = new Sentences("en");
    const text = "Hello there! We open at 7.30 tomorrow. Dr. Lee bakes the rye. Anything else";
    const got = (text.match(/\S+\s*/g) ?? []).flatMap((word) => sentences.push(word));
    expect(got[0]).toBe("Hello there! ");
    expect(got).toContain("We open at 7.30 tomorrow. ");
    expect([...got, sentences.end()].join("")).toBe(text);
  });

  it("cuts one that never ends", () => {
    const sentences = new Sentences(null);
    const got = sentences.push("and so on, ".repeat(60));
    expect(got.length).toBeGreaterThan(0);
    for (const part of got) expect(part.length).toBeLessThanOrEqual(302);
  });

  it("are said without markup and addresses", () => {
    expect(spokenText("**See** [our hours](https://bakery.example/hours) at https://www.bakery.example/x?y.", 0)).toBe(
      "See our hours at bakery.example.",
    );
    expect(spokenText("* `", 0)).toBe("");
  });
});

const stream = (...lines: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      const bytes = new TextEncoder().encode(lines.join("\n"));
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });
const readWith = async (thoughts: Thoughts, ...lines: string[]) => {
  const parts = [];
  for await (const part of readChat(stream(...lines), thoughts)) parts.push(part);
  return parts;
};
const read = (...lines: string[]) => readWith(new Thoughts(""), ...lines);
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n`;

describe("a chat model's stream", () => {
  it("may have a line of 900,000 characters that comes in pieces of seven bytes", async () => {
    const text = "a".repeat(900_000);
    expect(await read(data({ response: text }))).toEqual([{ type: "text", text }]);
  });

  it.each([
    ["<think>Is it hot?</think>\n\nNo <b> here.", "No <b> here."],
    ["\n<think></think> Yes.", "Yes."],
    ["< 5 euros", "< 5 euros"],
    ["<thin>", "<thin>"],
    ["<", "<"],
    ["<think>It never ends", ""],
    [" Hello <think>", " Hello <think>"],
  ])("has no thoughts, however it is cut: %j", async (written, said) => {
    for (const length of [1, 3, 100]) {
      const pieces = written.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
      const parts = await read(...pieces.map((response) => data({ response })));
      expect(parts.map((part) => ("text" in part ? part.text : "")).join("")).toBe(said);
    }
  });

  const answers = async (thoughts: Thoughts, written: string, length: number) => {
    const pieces = written.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
    const parts = await readWith(thoughts, ...pieces.map((response) => data({ response })));
    return parts.map((part) => ("text" in part ? part.text : "")).join("");
  };

  it.each([
    ["Is it hot? It is.</think>\n\nNo <b> here.", "No <b> here."],
    ["<think>Is it hot?</think> No.", "No."],
    ["</think>Yes.", "Yes."],
    ["It needs no thought.", "It needs no thought."],
    [" 3 <", " 3 <"],
  ])(
    "of a model that thinks first has no thoughts, also without the mark of their beginning: %j",
    async (written, said) => {
      for (const model of ["@cf/qwen/qwq-32b", "@cf/deepseek-ai/deepseek-r1-distill-qwen-32b"])
        for (const length of [1, 3, 100]) expect(await answers(new Thoughts(model), written, length)).toBe(said);
    },
  );

  it("shows no mark of it, and the thoughts of no further answer, where nobody knew that the model thinks first", async () => {
    for (const length of [1, 3, 100]) {
      const thoughts = new Thoughts("@cf/openai/new");
      expect(await answers(thoughts, "5 < 6 </thin. Hm.</think> Yes.", length)).toBe("5 < 6 </thin. Hm. Yes.");
      expect(await answers(thoughts, "Hm.</think> No.", length)).toBe("No.");
      expect(await answers(thoughts, "Maybe.", length)).toBe("Maybe.");
    }
  });

  it.each([
    ["", "<think>"],
    ["qwq-32b", ""],
  ])("costs as much for each piece of a long thought as for one of a short one: %j", (model, begun) => {
    const think = (pieces: number) => {
      const filter = new ReasoningFilter(new Thoughts(model));
      filter.take(begun);
      for (let at = 0; at < pieces; at++) filter.take("hmm ");
      return filter.take("</think> Yes.");
    };
    expect(think(10)).toBe("Yes.");
    const short = () => {
      for (let at = 0; at < 8; at++) think(5_000);
    };
    // Square work takes minutes here. Less than a tenth of a second is mostly the collection of garbage.
    expect(compareWork(() => think(40_000), short, 3, 100).times).toBeLessThanOrEqual(3);
  });

  it("is read in OpenAI's shape, calls in pieces", async () => {
    const delta = (value: object) => data({ choices: [{ delta: value }] });
    const call = (index: number, part: object) => delta({ tool_calls: [{ index, function: part }] });
    expect(
      await read(
        delta({ content: "Öff" }),
        delta({ content: "net." }),
        call(0, { name: "one", arguments: '{"a"' }),
        call(1, { name: "two", arguments: "" }),
        call(0, { arguments: ":1}" }),
        data({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 6 } }),
        "data: [DONE]\n",
      ),
    ).toEqual([
      { type: "text", text: "Öff" },
      { type: "text", text: "net." },
      { type: "call", request: { name: "one", arguments: '{"a":1}' } },
      { type: "call", request: { name: "two", arguments: "{}" } },
      { type: "usage", input_tokens: 5, output_tokens: 6 },
    ]);
  });

  // github.com/NousResearch/hermes-agent/issues/62940: their arguments came to one text, and no call was made.
  it.each([
    ["of one index, by their ids", { index: 0, id: "a" }, { index: 0, id: "b" }, { index: 0 }],
    [
      "of one index, each with its id in all pieces",
      { index: 0, id: "a" },
      { index: 0, id: "b" },
      { index: 0, id: "b" },
    ],
    ["without an index, by their ids", { id: "a" }, { id: "b" }, {}],
    ["without index and id, by their names", { index: null }, {}, {}],
  ])("tells several calls apart: %s", async (_, first, second, rest) => {
    const call = (at: object, part: object) =>
      data({ choices: [{ delta: { tool_calls: [{ ...at, function: part }] } }] });
    expect(
      await read(
        call(first, { name: "look", arguments: '{"item":"rye"}' }),
        call(second, { name: "look", arguments: '{"item"' }),
        call(rest, { arguments: ':"oat"}' }),
      ),
    ).toEqual([
      { type: "call", request: { name: "look", arguments: '{"item":"rye"}' } },
      { type: "call", request: { name: "look", arguments: '{"item":"oat"}' } },
    ]);
  });

  it("keeps pieces that come as numbers or truth values: prices, and a call's arguments", async () => {
    const delta = (value: object) => data({ choices: [{ delta: value }] });
    const args = (given: unknown) =>
      delta({ tool_calls: [{ index: 0, function: { name: "book", arguments: given } }] });
    const text = async (...lines: string[]) =>
      (await read(...lines)).map((part) => ("text" in part ? part.text : "")).join("");
    // As github.com/cloudflare/ai/issues/651 has it.
    const reported = {
      id: "id-1788378160014",
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: { content: 6 } }],
      usage: { prompt_tokens: 0, completion_tokens: 1, total_tokens: 1 },
    };
    expect(await text(data(reported))).toBe("6");
    // Of truth values, and of arguments, nobody has reported it.
    const pieces = ["It is $", 0, ".", 50, " [", 1, "], ", true, "."];
    expect(await text(...pieces.map((content) => delta({ content })), delta({ content: null }))).toBe(
      "It is $0.50 [1], true.",
    );
    expect(await text(...pieces.map((response) => data({ response })))).toBe("It is $0.50 [1], true.");
    const call = [{ type: "call", request: { name: "book", arguments: '{"table":6,"for":2}' } }];
    expect(await read(args('{"table":'), args(6), args(',"for":'), args(2), args("}"))).toEqual(call);
    expect(await read(args({ table: 6, for: 2 }))).toEqual(call);
  });

  it("is read in Workers AI's own shape, and what is no JSON is passed over", async () => {
    expect(
      await read(
        data({ response: "Hi" }),
        "data: {half",
        ": a comment",
        data({ response: "", tool_calls: [{ name: "look", arguments: { item: "rye" } }] }),
        data({ response: null, tool_calls: "no list" }),
        "data: [DONE]",
      ),
    ).toEqual([
      { type: "text", text: "Hi" },
      { type: "call", request: { name: "look", arguments: '{"item":"rye"}' } },
    ]);
    await expect(read(data({ error: { message: "capacity" } }))).rejects.toThrow("capacity");
  });
});

describe("recognisers", () => {
  it("are Flux for English, with strings alone, and Nova with the language for others", () => {
    const flux = recognition("en-GB", null, ["Tideline", "other"]);
    expect(flux.model).toBe("@cf/deepgram/flux");
    expect(flux.inputs).toMatchObject({ encoding: "linear16", sample_rate: "16000", keyterm: "Tideline" });
    expect(Object.values(flux.inputs).every((value) => typeof value === "string")).toBe(true);
    expect(recognition(null, null, []).model).toBe("@cf/deepgram/flux");
    const nova = recognition("pt-BR", null, []);
    expect(nova).toMatchObject({ model: "@cf/deepgram/nova-3", inputs: { language: "pt" } });
  });

  it("Flux tells turns by its events, and ignores all others", () => {
    const hear = recognition("en", null, []).reader();
    expect(hear({ type: "Connected" })).toEqual([]);
    expect(hear({ event: "StartOfTurn", audio_window_start: 1.5, transcript: "When" })).toEqual([
      { type: "started", at: 1.5 },
      { type: "text", text: "When" },
    ]);
    expect(hear({ event: "Update", transcript: "When do" })).toEqual([{ type: "text", text: "When do" }]);
    expect(hear({ event: "EndOfTurn", audio_window_end: 3, transcript: "When do you open?" })).toEqual([
      { type: "ended", at: 3, text: "When do you open?" },
    ]);
    expect(hear({ event: 7, transcript: {} })).toEqual([]);
  });

  it("Nova joins its stretches, and ends a turn once", () => {
    const hear = recognition("de", null, []).reader();
    const results = (transcript: string, more: object = {}) =>
      hear({ type: "Results", start: 1, duration: 2, channel: { alternatives: [{ transcript }] }, ...more });
    expect(results("")).toEqual([]);
    expect(results("wann")).toEqual([
      { type: "started", at: 1 },
      { type: "text", text: "wann" },
    ]);
    expect(results("Wann", { is_final: true })).toEqual([{ type: "text", text: "Wann" }]);
    expect(results("öffnet ihr?", { is_final: true, speech_final: true })).toEqual([
      { type: "text", text: "Wann öffnet ihr?" },
      { type: "ended", at: 3, text: "Wann öffnet ihr?" },
    ]);
    expect(hear({ type: "UtteranceEnd", last_word_end: 3 })).toEqual([]);
  });
});

it("calls of one answer stand in one message, and their outputs behind them", () => {
  const base = { object: "realtime.item" as const, status: "completed" as const };
  const call = (id: string) => ({
    ...base,
    id,
    type: "function_call" as const,
    call_id: `c_${id}`,
    name: id,
    arguments: "{}",
  });
  const messages = toMessages(
    "Be brief.",
    [
      { ...base, id: "u", type: "message", role: "user", content: [{ type: "input_audio", transcript: "Hello" }] },
      {
        ...base,
        id: "a",
        type: "message",
        role: "assistant",
        content: [{ type: "output_audio", transcript: "One moment." }],
      },
      call("one"),
      call("two"),
      { ...base, id: "o", type: "function_call_output", call_id: "c_one", output: "1" },
    ],
    undefined,
  );
  expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "tool"]);
  expect(messages[2]).toMatchObject({ content: "One moment.", tool_calls: [{ id: "c_one" }, { id: "c_two" }] });
  expect(messages.slice(3)).toEqual([
    { role: "tool", tool_call_id: "c_one", content: "1" },
    { role: "tool", tool_call_id: "c_two", content: "The tool has not answered yet." },
  ]);
});

it("who speaks while a tool works leaves no call without its outcome right behind it, which models refuse", () => {
  const base = { object: "realtime.item" as const, status: "completed" as const };
  const said = (role: "user" | "assistant", text: string): Item => ({
    ...{ ...base, id: text, type: "message", role },
    content: [{ type: role === "user" ? "input_text" : "output_text", text }],
  });
  const call: Item = { ...base, id: "c", type: "function_call", call_id: "c_1", name: "find_order", arguments: "{}" };
  const outcome: Item = { ...base, id: "o", type: "function_call_output", call_id: "c_1", output: "sent" };
  const read = (...items: Item[]) =>
    toMessages("", items, undefined)
      .slice(1)
      .map((message) => message.content ?? "calls");
  const meanwhile = [said("user", "Where is it?"), call, said("user", "Hello?")];
  expect(read(...meanwhile)).toEqual(["Where is it?", "calls", "The tool has not answered yet.", "Hello?"]);
  expect(read(...meanwhile, said("assistant", "I am looking."), outcome)).toEqual([
    ...["Where is it?", "Hello?", "I am looking.", "sent"],
  ]);
});

it("of a very long conversation a chat model reads the newest part, and no outcome without its call", () => {
  const said = (id: string, text: string): Item => ({
    ...{ id, object: "realtime.item", type: "message", status: "completed", role: "user" },
    content: [{ type: "input_text", text }],
  });
  const call = (call_id: string): Item => ({
    ...{ id: `call ${call_id}`, object: "realtime.item", type: "function_call", status: "completed" },
    ...{ call_id, name: "find_order", arguments: "{}" },
  });
  const outcome = (call_id: string, output: string): Item => ({
    ...{ id: `out ${call_id}`, object: "realtime.item", type: "function_call_output", status: "completed" },
    ...{ call_id, output },
  });
  const long = "a b ".repeat(8_000);
  const read = (items: Item[], room = 600_000) => toMessages("", newestPart(items, room).part, undefined).slice(1);
  const many = Array.from({ length: 30 }, (_, at) => said(`${at}`, long));
  expect(JSON.stringify(read([...many, said("last", "Hello?")])).length).toBeLessThan(125_000);
  expect(read([...many, said("last", "Hello?")]).at(-1)).toMatchObject({ content: "Hello?" });
  const parallel = [call("one"), call("two"), outcome("one", long), outcome("two", long)];
  const sizeOf = (items: Item[]) => items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
  const behind = [...parallel.slice(1), said("a", long), said("b", "")];
  const cut = read([...parallel, said("a", long), said("b", "c".repeat(120_000 - sizeOf(behind)))]);
  expect(cut.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "user"]);
  expect(read([call("large"), outcome("large", "x".repeat(200_000))]).map(({ role }) => role)).toEqual([
    "assistant",
    "tool",
  ]);
  // Of what a page has had read too much of, the last words.
  expect(JSON.stringify(read([...many, said("last", "Hello?")], 50_000)).length).toBeLessThan(51_000);
  expect(read([...many, said("last", "Hello?")], 0)).toEqual([{ role: "user", content: "Hello?" }]);
  expect(read([said("large", long)], -5)).toEqual([]);
});
