import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VENDORS } from "../../shared/vendors.ts";
import type { CallHost } from "../../worker/objects/voice-agent/call-engine.ts";
import { ConnectionRefused } from "../../worker/objects/voice-agent/connection-refused.ts";
import { PaidWork } from "../../worker/objects/voice-agent/paid-work.ts";
import type { ReplyPart, ReplyRequest } from "../../worker/objects/voice-agent/pipeline.ts";
import type { WorkersAiCall } from "../../worker/objects/voice-agent/rpc.ts";
import type { Models } from "../../worker/objects/voice-agent/workers-ai/models.ts";
import { Thoughts } from "../../worker/objects/voice-agent/workers-ai/reasoning-filter.ts";
import { StreamedReply } from "../../worker/objects/voice-agent/workers-ai/streamed-reply.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a typed question is answered with, where the model streams these pieces, or others the second time; and what it was asked. */
async function answered(
  model: string,
  first: object[] | Error,
  thoughts = new Thoughts(model),
  second?: object[] | Error,
  paid = new PaidWork(),
) {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const asked: { max_tokens?: number }[] = [];
  const models = {
    stream: async (_: string, inputs: object) => {
      asked.push(inputs);
      const pieces = asked.length > 1 && second ? second : first;
      if (pieces instanceof Error) throw pieces;
      return new Response(pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join(""));
    },
  } as unknown as Models;
  const request = {
    items: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Hi" }] }],
    params: {},
    session: { instructions: "", tools: [], tool_choice: "auto" },
    modality: "text",
    initial_message: null,
    now: 0,
  } as unknown as ReplyRequest;
  const call = { chat_model: model, language: "en", session_id: "ses_1" } as WorkersAiCall;
  const host = { requestAdvance: () => {} } as unknown as CallHost;
  const reply = new StreamedReply(call, models, thoughts, request, host, paid);
  const parts: ReplyPart[] = [];
  for (let next = reply.next(); next !== null; next = reply.next()) {
    if (next === "pending") {
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(100);
    } else parts.push(next);
  }
  return { parts, asked };
}

it("an answer without a word is one that failed: the agent would be silent, and nobody would know", async () => {
  for (const pieces of [[], [{ response: "" }], [{ response: "<think>Hm, so" }], [{ response: " \n" }]]) {
    const { parts } = await answered("llama", pieces);
    expect(parts.map(({ type }) => type)).toEqual(["failed"]);
  }
  const tool = [{ response: "", tool_calls: [{ name: "end_call", arguments: {} }] }];
  expect((await answered("llama", tool)).parts.map(({ type }) => type)).toEqual(["call"]);
  expect((await answered("llama", [{ response: "Yes." }])).parts.map(({ type }) => type)).toEqual(["say"]);
});

it("a model that ends its answer before the first word is asked once more, and has room to think then", async () => {
  const again = [{ response: "We open at eight." }];
  for (const empty of [[], [{ response: " " }]]) {
    const { parts, asked } = await answered("llama", empty, undefined, again);
    expect(parts).toEqual([{ type: "say", utterance: { text: "We open at eight.", pcm: null } }]);
    expect(asked).toHaveLength(2);
  }
  const { asked } = await answered("llama", [{ choices: [{ delta: { reasoning: "Hm" } }] }], undefined, again);
  expect(asked.map(({ max_tokens }) => max_tokens)).toEqual([1_024, 4_096]);
  expect((await answered("llama", again)).asked).toHaveLength(1);
  expect((await answered("llama", [])).asked).toHaveLength(2);
});

it("a model that has no room right now is asked once more; one that refuses what it is asked is not", async () => {
  const again = [{ response: "We open at eight." }];
  const refused = (status: number | null) =>
    new ConnectionRefused(status === null ? null : { status, text: "" }, "3040: Capacity temporarily exceeded");
  for (const status of [null, 429, 500, 503]) {
    const { parts, asked } = await answered("llama", refused(status), undefined, again);
    expect(parts).toEqual([{ type: "say", utterance: { text: "We open at eight.", pcm: null } }]);
    expect(asked).toHaveLength(2);
  }
  for (const [first, times] of [
    [refused(400), 1],
    [refused(null), 2],
  ] as const) {
    const { parts, asked } = await answered("llama", first, undefined, first);
    expect(parts.map(({ type }) => type)).toEqual(["failed"]);
    expect(asked).toHaveLength(times);
  }
});

it("a second try counts as an answer: where none is left the model is asked once", async () => {
  const paid = new PaidWork();
  while (paid.mayAnswer(Date.now())) {}
  const busy = new ConnectionRefused(null, "3040: Capacity temporarily exceeded");
  for (const first of [busy, []]) {
    const { parts, asked } = await answered("llama", first, undefined, [{ response: "Yes." }], paid);
    expect(parts.map(({ type }) => type)).toEqual(["failed"]);
    expect(asked).toHaveLength(1);
  }
});

it("a model that thinks first has room for it before its answer, also where nobody knew it before its first one", async () => {
  const room = async (model: string) => (await answered(model, [{ response: "Yes." }])).asked[0]?.max_tokens;
  expect([await room("llama"), await room("@cf/qwen/qwq-32b")]).toEqual([1_024, 4_096]);
  for (const offered of VENDORS["workers-ai"].models) expect(await room(offered), offered).toBe(4_096);
  for (const delta of [{ content: "<think>Hm</think>Yes." }, { reasoning_content: "Hm" }]) {
    const thoughts = new Thoughts("llama");
    await answered("llama", [{ choices: [{ delta }] }], thoughts);
    expect((await answered("llama", [{ response: "Yes." }], thoughts)).asked[0]?.max_tokens).toBe(4_096);
  }
});

it("reasoning that used up the length of an answer is not said as the answer", async () => {
  const cut = [
    { choices: [{ delta: { content: "Okay, the user asks" } }] },
    { choices: [{ finish_reason: "length" }] },
  ];
  expect((await answered("@cf/qwen/qwq-32b", cut)).parts.map(({ type }) => type)).toEqual(["failed"]);
  const whole = [{ choices: [{ delta: { content: "We open at eight." }, finish_reason: "stop" }] }];
  expect((await answered("@cf/qwen/qwq-32b", whole)).parts.map(({ type }) => type)).toEqual(["say"]);
});
