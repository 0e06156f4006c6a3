import { describe, expect, it, vi } from "vitest";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { waveOf } from "../../../worker/objects/voice-agent/demo/wave.ts";
import {
  audioOf,
  base64,
  type Client,
  connect,
  joined,
  type ServerEvent,
  typesOf,
} from "../../harness/worker/demo-call.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";
import { concat, correlation, noise, rms, sentence, silence } from "./speech.ts";

const TURN = [
  "response.created",
  "response.output_item.added",
  "conversation.item.added",
  "response.content_part.added",
  "response.output_audio_transcript.delta",
  "response.output_audio.delta",
  "response.output_audio.done",
  "response.output_audio_transcript.done",
  "response.content_part.done",
  "conversation.item.done",
  "response.output_item.done",
  "response.done",
  "rate_limits.updated",
];
const last = (events: ServerEvent[], type: string) => events.findLast((event) => event.type === type) as ServerEvent;
const transcript = (events: ServerEvent[]) =>
  last(events, "response.output_audio_transcript.done").transcript as string;
const vad = (options: object) => ({
  type: "session.update",
  session: { type: "realtime", audio: { input: { turn_detection: { type: "server_vad", ...options } } } },
});

describe("the greeting", () => {
  it("speaks the agent's initial message, in the protocol's order", async () => {
    const { client } = await connect({ greeting: PHRASES.ava });
    const events = await client.respond();
    expect(typesOf(events)).toEqual(TURN);
    expect(joined(events, "response.output_audio_transcript.delta")).toBe(PHRASES.ava);
    expect(transcript(events)).toBe(PHRASES.ava);
    const audio = audioOf(events);
    expect(audio.length / 24_000).toBeGreaterThan(4);
    expect(rms(audio)).toBeGreaterThan(1_000);
    // The first sound comes with the first audio.
    expect(rms(audio.subarray(0, 24 * 150))).toBeGreaterThan(300);
    const ids = events.map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(ids.length);
    const { response } = last(events, "response.done");
    expect(response).toMatchObject({ object: "realtime.response", status: "completed", status_details: null });
    expect(response.output[0].content).toEqual([{ type: "output_audio", transcript: PHRASES.ava }]);
    expect(response.usage.total_tokens).toBe(response.usage.input_tokens + response.usage.output_tokens);
    expect(response.usage.output_token_details.audio_tokens).toBeGreaterThan(50);
  });

  it.each([
    ["a default one where the agent has none", null, undefined, PHRASES.greeting],
    ["what it is told to", PHRASES.ava, { instructions: "Say exactly: Goodbye!" }, PHRASES.goodbye],
    ["what it is told to, quoted", null, { instructions: 'Say: "Are you still there?"' }, PHRASES.still_there],
    ["text that it has no voice for", "Grüß Gott!", undefined, "Grüß Gott!"],
    ["both", null, { instructions: "Say exactly: Hello! Tja. Done." }, "Hello! Tja. Done."],
  ])("%s, never in silence", async (_, greeting, response, expected) => {
    const { client } = await connect({ greeting });
    const events = await client.respond(response);
    expect(transcript(events)).toBe(expected);
    expect(rms(audioOf(events))).toBeGreaterThan(500);
  });

  it("is read where text is asked for", async () => {
    const { client } = await connect({ greeting: "Hi, I'm Ava." });
    const events = await client.respond({ output_modalities: ["text"] });
    expect(typesOf(events)).toEqual([
      ...TURN.slice(0, 4),
      "response.output_text.delta",
      "response.output_text.done",
      ...TURN.slice(8),
    ]);
    expect(joined(events, "response.output_text.delta")).toBe("Hi, I'm Ava.");
    expect(last(events, "response.done").response.output[0].content).toEqual([
      { type: "output_text", text: "Hi, I'm Ava." },
    ]);
  });
});

describe("the echo", () => {
  it("plays the visitor's own words back", async () => {
    const { client } = await connect();
    // However slowly the sound comes in: one who sends nothing for a while is taken to be muted.
    stopClock();
    client.speak(concat(noise(400, -60), sentence, noise(700, -60)));
    const turn = await client.until("response.created");
    vi.useRealTimers();
    expect(typesOf(turn)).toEqual([
      "input_audio_buffer.speech_started",
      "input_audio_buffer.speech_stopped",
      "input_audio_buffer.committed",
      "conversation.item.added",
      "conversation.item.done",
      "conversation.item.input_audio_transcription.completed",
      "response.created",
    ]);
    const [started, stopped, committed, added] = turn as [ServerEvent, ServerEvent, ServerEvent, ServerEvent];
    expect(new Set([started, stopped, committed].map(({ item_id }) => item_id))).toEqual(new Set([added.item.id]));
    expect(started.audio_start_ms).toBeLessThanOrEqual(200);
    expect(stopped.audio_end_ms).toBeGreaterThan(400 + 2_500);
    expect(added.item).toMatchObject({ type: "message", role: "user", content: [{ type: "input_audio" }] });
    const said = last(turn, "conversation.item.input_audio_transcription.completed").transcript;
    expect(said).toMatch(/^[▁-▇]{12} 3\.\d s$/);

    const answer = await client.until("rate_limits.updated");
    expect(transcript(answer)).toBe(`${PHRASES.you_said} ${said}`);
    expect(correlation(audioOf(answer), sentence)).toBeGreaterThan(0.99);
    expect(last(answer, "conversation.item.done").previous_item_id).toBe(added.item.id);
  });

  it("waits for a commit and a request where turn detection is off", async () => {
    const { client } = await connect();
    await client.ask(
      { type: "session.update", session: { type: "realtime", audio: { input: { turn_detection: null } } } },
      "session.updated",
    );
    client.speak(sentence);
    const committed = await client.ask({ type: "input_audio_buffer.commit" }, "input_audio_buffer.committed");
    await client.wait("conversation.item.input_audio_transcription.completed");
    const answer = await client.respond();
    expect(correlation(audioOf(answer), sentence)).toBeGreaterThan(0.99);
    expect(committed.previous_item_id).toBeNull();
  });

  it("only listens with create_response off, and transcribes only where that is on", async () => {
    const { client } = await connect();
    const update = vad({ create_response: false, prefix_padding_ms: 0, silence_duration_ms: 200 });
    Object.assign(update.session.audio.input, { transcription: null });
    stopClock();
    const { session } = await client.ask(update, "session.updated");
    expect(session.audio.input.transcription).toBeNull();
    client.speak(concat(noise(400, -60), sentence, noise(400, -60)));
    const turn = await client.until("conversation.item.done");
    expect(turn[0]?.audio_start_ms).toBeGreaterThanOrEqual(360);
    await client.ask({ type: "input_audio_buffer.clear" }, "input_audio_buffer.cleared");
  });

  it("takes the words for done when a muted client sends nothing more", async () => {
    const { client } = await connect();
    stopClock();
    client.speak(sentence);
    client.send({ type: "session.update", session: { type: "realtime" } });
    const heard = await client.until("session.updated");
    expect(typesOf(heard)).toEqual(["input_audio_buffer.speech_started", "session.updated"]);
    vi.useRealTimers();
    await client.wait("input_audio_buffer.speech_stopped");
    expect(correlation(audioOf(await client.until("response.done")), sentence)).toBeGreaterThan(0.99);
  });

  it("answers after 30 s where the visitor does not stop", async () => {
    const { client } = await connect();
    stopClock();
    const endless = concat(...Array.from({ length: 13 }, () => sentence));
    client.speak(endless, 400);
    const { audio_start_ms } = await client.wait("input_audio_buffer.speech_started");
    const { audio_end_ms } = await client.wait("input_audio_buffer.speech_stopped");
    expect(audio_end_ms - audio_start_ms).toBeCloseTo(30_000, -2);
  });

  it("plays an audio message back", async () => {
    const { client } = await connect();
    const audio = base64(sentence.slice(0, 24_000));
    const item = { type: "message", role: "user", content: [{ type: "input_audio", audio }] };
    client.send({ type: "conversation.item.create", item });
    const { item: added } = await client.wait("conversation.item.done");
    expect(added.content[0].audio).toBeUndefined();
    expect(correlation(audioOf(await client.respond()), sentence.slice(0, 24_000))).toBeGreaterThan(0.99);
    const { item: kept } = await client.ask(
      { type: "conversation.item.retrieve", item_id: added.id },
      "conversation.item.retrieved",
    );
    expect(kept.content[0].audio).toBe(audio);
  });
});

describe("barge-in", () => {
  /** Starts the long greeting and speaks into it. */
  async function interrupt(client: Client) {
    client.speak(noise(1_000, -60));
    client.send({ type: "response.create" });
    await client.wait("response.output_audio.delta");
    client.speak(sentence.slice(0, 24 * 200));
  }

  it("ends the response at once", async () => {
    const { client } = await connect({ greeting: PHRASES.ava });
    // Or the agent might have finished before a slow machine has heard the visitor.
    stopClock();
    await interrupt(client);
    const started = await client.until("input_audio_buffer.speech_started");
    const ended = await client.until("rate_limits.updated");
    expect(typesOf(ended)).toEqual(TURN.slice(6));
    const { response } = last(ended, "response.done");
    expect(response.status).toBe("cancelled");
    expect(response.status_details).toEqual({ type: "cancelled", reason: "turn_detected" });
    expect(response.output[0].status).toBe("incomplete");
    // Far from all of the five seconds were sent.
    expect(audioOf(started).length / 24_000).toBeLessThan(3);
  });

  it("lets the agent finish where interrupt_response is off, and answers then", async () => {
    const { client } = await connect({ greeting: PHRASES.greeting });
    await client.ask(vad({ interrupt_response: false }), "session.updated");
    stopClock();
    await interrupt(client);
    client.speak(concat(sentence.slice(24 * 200), noise(700, -60)));
    const heard = typesOf(await client.until("input_audio_buffer.speech_stopped"));
    expect(heard).toContain("input_audio_buffer.speech_started");
    expect(heard).not.toContain("response.done");
    vi.useRealTimers();
    const { response } = await client.wait("response.done");
    expect(response.status).toBe("completed");
    expect(correlation(audioOf(await client.until("response.done")), sentence)).toBeGreaterThan(0.99);
  });

  it("is off from the beginning where the owner says so", async () => {
    const { session } = await connect({ interruptions: "off" });
    expect(session.audio.input.turn_detection).toMatchObject({ create_response: true, interrupt_response: false });
  });

  it("can be done by the client", async () => {
    const { client } = await connect({ greeting: PHRASES.ava });
    stopClock();
    client.send({ type: "response.create" });
    const { item_id } = await client.wait("response.output_audio.delta");
    client.send({ type: "response.cancel" });
    const { response } = await client.wait("response.done");
    expect(response.status_details).toEqual({ type: "cancelled", reason: "client_cancelled" });
    await client.wait("rate_limits.updated");
    const truncated = await client.ask(
      { type: "conversation.item.truncate", item_id, content_index: 0, audio_end_ms: 500 },
      "conversation.item.truncated",
    );
    expect(truncated).toMatchObject({ item_id, content_index: 0, audio_end_ms: 500 });
    const { item } = await client.ask({ type: "conversation.item.retrieve", item_id }, "conversation.item.retrieved");
    expect(PHRASES.ava.startsWith(item.content[0].transcript)).toBe(true);
    expect(item.content[0].transcript.length).toBeLessThan(PHRASES.ava.length);
    const refused = await client.ask(
      { type: "conversation.item.truncate", item_id, content_index: 0, audio_end_ms: 99_000 },
      "error",
    );
    expect(refused.error.param).toBe("audio_end_ms");
  });
});

describe("typed text", () => {
  it.each([
    ["Do you have oat milk?", `${PHRASES.read} You wrote: “Do you have oat milk?”`],
    ["Hello!", `${PHRASES.hello} ${PHRASES.help}`],
    ["Thank you", PHRASES.welcome],
    ["Bye!", PHRASES.goodbye],
  ])("%s", async (text, expected) => {
    const { client } = await connect();
    const events = await client.type(text);
    expect(transcript(events)).toBe(expected);
    expect(rms(audioOf(events))).toBeGreaterThan(500);
  });

  it("is answered even with facts about the visitor after it, and a second answer has nothing to add", async () => {
    const { client } = await connect();
    const message = (role: string, text: string) => ({
      type: "conversation.item.create",
      item: { type: "message", role, content: [{ type: "input_text", text }] },
    });
    client.send(message("user", "Oat milk?"));
    client.send(message("system", "The visitor looks at /menu."));
    expect(transcript(await client.respond())).toContain("“Oat milk?”");
    expect(transcript(await client.respond())).toBe(PHRASES.listening);
  });

  it("can be left out of one response, and a response out of the conversation", async () => {
    const { client } = await connect({ greeting: "Hi." });
    await client.type("Oat milk?");
    expect(transcript(await client.respond({ input: [] }))).toBe("Hi.");
    const input = [{ type: "message", role: "user", content: [{ type: "input_text", text: "Rye?" }] }];
    const apart = await client.respond({ conversation: "none", input, metadata: { topic: "bread" } });
    expect(transcript(apart)).toContain("“Rye?”");
    expect(apart.some(({ type }) => type.startsWith("conversation."))).toBe(false);
    expect(last(apart, "response.done").response).toMatchObject({
      conversation_id: null,
      metadata: { topic: "bread" },
    });
  });
});

it("writes down a spoken turn as a picture of its loudness, with its length", () => {
  const loud = Int16Array.from(silence(2_400), (_, at) => (at % 2 ? 1 : -1) * Math.round((at / 57_600) * 20_000));
  expect(waveOf(loud)).toBe("▂▃▄▅▅▆▆▆▆▇▇▇ 2.4 s");
  expect(waveOf(silence(2_449))).toBe("▇▇▇▇▇▇▇▇▇▇▇▇ 2.4 s");
  expect(waveOf(new Int16Array())).toMatch(/ 0\.0 s$/);
});
