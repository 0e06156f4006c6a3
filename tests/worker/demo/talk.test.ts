import { describe, expect, it } from "vitest";
import { PHRASES } from "../../../worker/objects/demo-agent/speech/phrases.ts";
import { audioOf, connect, joined, typesOf } from "./client.ts";
import { concat, correlation, rms, sentence, silence } from "./speech.ts";

describe("the greeting", () => {
  it("speaks the agent's initial message, in the protocol's order", async () => {
    const { client } = await connect({ initial_message: PHRASES.ava });
    const events = await client.respond();
    expect(typesOf(events)).toEqual([
      "response.created",
      "response.output_item.added",
      "conversation.item.added",
      "response.content_part.added",
      "response.output_audio_transcript.delta",
      "response.output_audio.delta",
      "response.output_audio.done",
      "response.output_audio_transcript.done",
      "response.content_part.done",
      "response.output_item.done",
      "conversation.item.done",
      "response.done",
      "rate_limits.updated",
    ]);
    expect(joined(events, "response.output_audio_transcript.delta")).toBe(PHRASES.ava);
    const audio = audioOf(events);
    expect(audio.length / 24_000).toBeGreaterThan(4);
    expect(rms(audio)).toBeGreaterThan(1_000);
    // The first sound comes with the first audio.
    expect(rms(audio.subarray(0, 24 * 150))).toBeGreaterThan(300);
    const ids = events.map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the echo", () => {
  it("plays the visitor's own words back", async () => {
    const { client } = await connect();
    client.speak(concat(sentence, silence(700)));
    const turn = await client.until("response.created");
    expect(typesOf(turn)).toEqual([
      "input_audio_buffer.speech_started",
      "input_audio_buffer.speech_stopped",
      "input_audio_buffer.committed",
      "conversation.item.added",
      "conversation.item.done",
      "conversation.item.input_audio_transcription.completed",
      "response.created",
    ]);
    const answer = await client.until("rate_limits.updated");
    expect(correlation(audioOf(answer), sentence)).toBeGreaterThan(0.95);
  });
});
