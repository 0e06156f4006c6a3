import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeBase64 } from "../../widget/audio/pcm.ts";
import { create as geminiLive } from "../../widget/transport/vendors/gemini-live.ts";
import { protocolWire } from "./protocol-wire.ts";

/** 20 ms of a tone at 16 kHz. */
const frame = (level: number) =>
  encodeBase64(
    new Uint8Array(Int16Array.from({ length: 320 }, (_, at) => level * 32_767 * Math.SQRT2 * Math.sin(at / 3)).buffer),
  );
const SPEECH = frame(0.1);
const NOISE = frame(0.02);

let wire: ReturnType<typeof protocolWire>;
const connect = (options: Partial<Parameters<typeof protocolWire>[1]> = {}) => {
  wire = protocolWire(geminiLive, { url: "", token: "", ...options });
  wire.server({ setupComplete: {} });
};
const hears = async (sound: string, seconds: number) => {
  for (let ms = 0; ms < seconds * 1_000; ms += 20) {
    wire.protocol.audio(sound);
    await vi.advanceTimersByTimeAsync(20);
  }
};
const content = (serverContent: object) => wire.server({ serverContent });
const answers = () => {
  content({ outputTranscription: { text: "At nine." } });
  content({ turnComplete: true });
};

beforeEach(() => {
  vi.useFakeTimers();
  connect();
  answers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a model that says nothing to what it hears", () => {
  it("is given up twelve seconds after three seconds of speech, and once until it has answered", async () => {
    await hears(SPEECH, 4);
    await hears(NOISE, 11);
    expect(wire.of("closed")).toEqual([]);
    await hears(NOISE, 1.1);
    expect(wire.of("closed")).toMatchObject([
      { expired: false, orderly: false, message: expect.stringContaining("not hear") },
    ]);
    expect(wire.of("closed")[0]).not.toHaveProperty("fault");

    connect();
    await hears(SPEECH, 4);
    await hears(NOISE, 20);
    expect(wire.of("closed"), "the new one is not given up, too").toEqual([]);
    answers();
    await hears(SPEECH, 4);
    await hears(NOISE, 20);
    expect(wire.of("closed"), "it has heard since").toHaveLength(1);
  });

  it("is waited for while the visitor speaks on, and where the microphone is muted then", async () => {
    await hears(SPEECH, 40);
    expect(wire.of("closed")).toEqual([]);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(wire.of("closed")).toHaveLength(1);
  });

  it.each<[string, () => Promise<void>]>([
    ["says a word of what it hears", async () => content({ inputTranscription: { text: "When" } })],
    ["tells anything at all", async () => wire.server({ sessionResumptionUpdate: {} })],
  ])("is none where it %s", async (_what, says) => {
    await hears(SPEECH, 4);
    await says();
    await hears(NOISE, 30);
    expect(wire.of("closed")).toEqual([]);
  });

  it("is none where nobody speaks: a cough, a slammed door, a fan", async () => {
    await hears(SPEECH, 2);
    await hears(NOISE, 120);
    expect(wire.of("closed")).toEqual([]);
  });

  it("is none while it waits for a tool", async () => {
    wire.server({ toolCall: { functionCalls: [{ id: "a", name: "look_up" }] } });
    await hears(SPEECH, 5);
    await hears(NOISE, 20);
    expect(wire.of("closed")).toEqual([]);
  });

  it("is none while it speaks and nothing may stop it", async () => {
    connect({ interruptions: "off" });
    content({ outputTranscription: { text: "At nine, as on" } });
    await hears(SPEECH, 5);
    await hears(NOISE, 20);
    expect(wire.of("closed")).toEqual([]);
  });
});
