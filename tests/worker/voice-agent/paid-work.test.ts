import { expect, test, vi } from "vitest";
import { messageFromPage } from "../../../worker/objects/voice-agent/compatible/relayed.ts";
import { PaidWork } from "../../../worker/objects/voice-agent/paid-work.ts";
import type { WorkersAiCall } from "../../../worker/objects/voice-agent/rpc.ts";
import { WorkersAiPipeline } from "../../../worker/objects/voice-agent/workers-ai/workers-ai-pipeline.ts";
import { engineOf } from "./new-call.ts";

/** What models of others are asked for at a page's word, which the session's time has to pay for. */

const NOW = 1_700_000_000_000;
const pause = () => new Promise((done) => setTimeout(done, 0));

/** A call with models of Workers AI that count what they are given and never answer. */
function paidCall() {
  const given = { chats: 0, sound_ms: 0, characters: 0 };
  const ai = {
    async run(_model: string, inputs: unknown, { websocket }: { websocket?: true }) {
      if (!websocket) {
        given.chats += 1;
        given.characters += JSON.stringify(inputs).length;
        return new Promise(() => {});
      }
      const { 0: client, 1: server } = new WebSocketPair();
      server.accept();
      server.addEventListener("message", ({ data }) => {
        if (data instanceof Blob) given.sound_ms += data.size / 32;
      });
      return new Response(null, { status: 101, webSocket: client });
    },
  };
  const call: WorkersAiCall = {
    ...{ kind: "workers-ai", session_id: "ses_x1", instructions: "", initial_message: null, voice: "luna", tools: [] },
    ...{ expires_at: 0, chat_model: "@cf/chat", speech_model: null, language: "en", keyterms: [] },
  };
  const host = { requestAdvance: () => {}, over: () => {} };
  const { call: engine, sent } = engineOf(call, new WorkersAiPipeline(call, ai, host, new PaidWork()));
  const send = (event: object, now: number) => engine.receive(JSON.stringify(event), now);
  const refusals = () =>
    sent.filter(({ type, error }) => type === "error" && error.code === "rate_limit_exceeded").length;
  return { given, send, refusals };
}

test("a page that asks for answers and cancels them has a model write a few, not one for each", async () => {
  const { given, send, refusals } = paidCall();
  const ask = async (now: number) => {
    send({ type: "response.create" }, now);
    await pause();
    send({ type: "response.cancel" }, now);
  };
  for (let n = 0; n < 200; n++) await ask(NOW);
  expect(given.chats).toBe(30);
  expect(refusals()).toBe(170);
  // As many as anybody can listen to, for as long as the call lasts.
  for (let second = 1; second <= 60; second++) await ask(NOW + second * 1_000);
  expect(given.chats).toBe(60);
});

test("a page that types as much as there is room for has a model read of it what its time pays for", async () => {
  const { given, send } = paidCall();
  const text = "a b ".repeat(8_000);
  const long = (id: string) => ({
    ...{ id, type: "message", role: "user" },
    content: Array.from({ length: 7 }, () => ({ type: "input_text", text })),
  });
  const ask = async (now: number) => {
    send({ type: "response.create" }, now);
    await pause();
    send({ type: "response.cancel" }, now);
  };
  for (const id of ["one", "two", "three"]) send({ type: "conversation.item.create", item: long(id) }, NOW);
  for (let second = 0; second < 60; second++) for (let n = 0; n < 3; n++) await ask(NOW + second * 1_000);
  // As much as may come at once, what came back, and two items that were longer than what was left.
  expect(given.characters).toBeLessThan(600_000 + 600_000 + 500_000);
  const minute = given.characters;
  for (let second = 60; second < 120; second++) for (let n = 0; n < 3; n++) await ask(NOW + second * 1_000);
  expect(given.characters - minute, "a minute later").toBeLessThan(600_000 + 500_000);
});

test("a conversation of an hour is read whole by an answer every twelve seconds", async () => {
  const { given, send, refusals } = paidCall();
  const content = [{ type: "input_text", text: "a word ".repeat(1_000) }];
  for (let n = 0; n < 16; n++)
    send({ type: "conversation.item.create", item: { type: "message", role: "user", content } }, NOW);
  for (let n = 1; n <= 100; n++) {
    send({ type: "response.create" }, NOW + n * 12_000);
    await pause();
    send({ type: "response.cancel" }, NOW + n * 12_000);
  }
  expect(refusals()).toBe(0);
  expect(given.characters).toBeGreaterThan(100 * 16 * 7_000);
});

test("a recogniser hears no more than the call's time holds, however fast a page sends", async () => {
  const { given, send, refusals } = paidCall();
  const audio = "AAAA".repeat(16_000);
  const second = { type: "input_audio_buffer.append", audio };
  // Before there is a connection, most of what comes is dropped.
  send({ type: "input_audio_buffer.append", audio: "AAAA".repeat(160) }, NOW - 60_000);
  await vi.waitFor(() => expect(given.sound_ms).toBeGreaterThan(0));
  for (let n = 0; n < 100; n++) send(second, NOW);
  expect(refusals()).toBe(70);
  await vi.waitFor(() => expect(given.sound_ms).toBeGreaterThan(29_000));
  await pause();
  expect(given.sound_ms).toBeLessThan(31_000);
  for (let n = 1; n <= 100; n++) send(second, NOW + n * 1_000);
  expect(refusals(), "what comes as it is spoken is heard").toBe(70);
  const item = { type: "message", role: "user", content: [{ type: "input_audio", audio }] };
  for (let n = 0; n < 2; n++) send({ type: "conversation.item.create", item }, NOW + 100_000);
  expect(refusals(), "sound of an item is sound").toBe(72);
});

test("a server of the operator's own is given no more of either", () => {
  const paid = new PaidWork();
  const passed = (event: object, now: number) =>
    messageFromPage(JSON.stringify(event), null, (one) => paid.take(one, now)).refused === undefined;
  const many = (event: object) => Array.from({ length: 100 }, () => passed(event, NOW)).filter(Boolean).length;
  expect(many({ type: "response.create" })).toBe(30);
  expect(many({ type: "input_audio_buffer.append", audio: "AAAA".repeat(16_000) })).toBe(30);
  expect(many({ type: "response.cancel" }), "the rest passes").toBe(100);
});

test("what was asked for is known after the object has lost its memory", () => {
  const ask = (paid: PaidWork, now: number) => {
    try {
      paid.take({ type: "response.create" }, now);
      return true;
    } catch {
      return false;
    }
  };
  const before = new PaidWork();
  for (let n = 0; n < 30; n++) expect(ask(before, NOW)).toBe(true);
  const after = new PaidWork();
  after.resume(structuredClone(before.state));
  expect(Array.from({ length: 30 }, () => ask(after, NOW + 10_000)).filter(Boolean)).toHaveLength(5);
  after.resume(before.state);
  expect(ask(after, NOW + 10_000), "what is older counts for nothing").toBe(false);
});
