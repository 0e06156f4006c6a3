import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patient } from "../../widget/transport/vendors/openai-patience.ts";
import { create as openaiRealtime } from "../../widget/transport/vendors/openai-realtime.ts";
import { protocolWire } from "./protocol-wire.ts";

/** A patient agent whose sound moves as media: what stops it. */

const started = { type: "input_audio_buffer.speech_started", item_id: "u1" };
const stopped = { type: "input_audio_buffer.speech_stopped", item_id: "u1" };
const words = (delta: string) => ({
  type: "conversation.item.input_audio_transcription.delta",
  item_id: "u1",
  delta,
});

let wire: ReturnType<typeof protocolWire>;
beforeEach(() => {
  vi.useFakeTimers();
  wire = protocolWire(patient(openaiRealtime), { url: "", token: "", interruptions: "patient" });
  const turn_detection = { interrupt_response: false };
  wire.server(
    { type: "session.created", session: { audio: { input: { turn_detection } } } },
    { type: "response.created", response: { id: "r1" } },
    { type: "output_audio_buffer.started", response_id: "r1" },
  );
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a patient agent over WebRTC", () => {
  it("is stopped by speech that lasts 0.6 seconds", () => {
    wire.server(started);
    vi.advanceTimersByTime(599);
    expect(wire.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(wire.types()).toContain("response.cancel");
    expect(wire.of("interrupted")).toHaveLength(1);
  });

  it("goes on over what is shorter, which stands in the transcript all the same", () => {
    wire.server(started);
    vi.advanceTimersByTime(400);
    wire.server(
      stopped,
      { type: "input_audio_buffer.committed", item_id: "u1", previous_item_id: null },
      { type: "conversation.item.input_audio_transcription.completed", item_id: "u1", transcript: "Mhm." },
    );
    vi.advanceTimersByTime(5_000);
    expect(wire.sent).toEqual([]);
    expect(wire.of("interrupted")).toEqual([]);
    expect(wire.of("user_transcript").at(-1)).toMatchObject({ id: "u1", text: "Mhm.", final: true });
  });

  it("is stopped by two words, where they come while one speaks", () => {
    wire.server(started, words("Wait"));
    expect(wire.sent).toEqual([]);
    wire.server(words(" please"));
    expect(wire.types()).toContain("response.cancel");
  });

  it.each(["Yeah, okay.", "Ja, genau.", "はい、はい", "D’accord, oui", "Так. Ага."])(
    "is not stopped by who only listens, however long: %s",
    (text) => {
      wire.server(started, words(text));
      vi.advanceTimersByTime(5_000);
      wire.server(stopped);
      expect(wire.sent).toEqual([]);
      expect(wire.of("interrupted")).toEqual([]);
    },
  );

  it("is stopped by the first word after 0.6 seconds that is more than that", () => {
    wire.server(started, words("Mhm"));
    vi.advanceTimersByTime(900);
    expect(wire.sent).toEqual([]);
    wire.server(words(", but"));
    expect(wire.types()).toContain("response.cancel");
  });

  it.each(["No, no.", "Stop it", "ja aber"])("is stopped by two words that are more than that: %s", (text) => {
    wire.server(started, words(text));
    expect(wire.types()).toContain("response.cancel");
  });

  it("listens at once while it is silent, and when it ends while somebody speaks", () => {
    wire.server(started);
    wire.server({ type: "output_audio_buffer.stopped", response_id: "r1" });
    expect(wire.of("speech_started")).toHaveLength(1);
    wire.server(stopped, started);
    expect(wire.of("speech_started")).toHaveLength(2);
  });

  it("is stopped by the button at once", () => {
    wire.server(started);
    wire.protocol.interrupt();
    expect(wire.types()).toContain("response.cancel");
  });
});
