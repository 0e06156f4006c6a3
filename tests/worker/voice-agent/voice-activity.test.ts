import { describe, expect, it } from "vitest";
import { clip } from "../../../worker/objects/voice-agent/demo/speech/clips.ts";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { FRAME, Vad } from "../../../worker/objects/voice-agent/demo/vad.ts";
import { concat, hum, mixed, noise, scaled, sentence, silence } from "./speech.ts";

const OPTIONS = { threshold: 0.5, silence_duration_ms: 500 };
const ROOM = noise(1_500, -58);
/** Long enough for a sentence and the pause after it. */
const long = sentence.length / 24 + 1_000;

/** What the detector says of a recording, with the milliseconds at which it says it. */
function judge(samples: Int16Array, options = OPTIONS, playing = false) {
  const vad = new Vad();
  const said: { change: "start" | "stop"; at: number }[] = [];
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    const change = vad.push(samples.subarray(at, at + FRAME), options, playing);
    if (change) said.push({ change, at: (at + FRAME) / 24 });
  }
  return said;
}

describe("what is not speech starts no turn", () => {
  it.each([
    ["digital silence", silence(5_000)],
    ["a quiet room", noise(5_000, -60)],
    ["a loud fan", noise(5_000, -35)],
    ["mains hum, 50 Hz", hum(5_000, -25)],
    ["mains hum, 60 Hz, loud", hum(5_000, -18, 60)],
    ["hum and noise", mixed(hum(5_000, -30), noise(5_000, -45))],
    ["a microphone unmuted in a noisy room", concat(silence(2_000), noise(4_000, -38))],
    ["a microphone muted and unmuted", concat(noise(2_000, -38), silence(2_000), noise(4_000, -38))],
    ["noise that grows over seconds", swell(noise(6_000, -30), -35)],
    ["clicks", concat(ROOM, noise(20, -15), noise(300, -58), noise(30, -15), noise(1_000, -58))],
    ["faint speech from the next room", concat(ROOM, mixed(scaled(sentence, -45), noise(long, -58)))],
  ])("%s", (_, samples) => {
    expect(judge(samples)).toEqual([]);
  });
});

describe("speech starts a turn within 100 ms of its onset, and its end ends it", () => {
  it.each([
    ["at once, in silence", silence(0), silence(long), 0],
    ["after a second of digital silence", silence(1_000), silence(long), 0],
    ["in a quiet room", noise(1_500, -60), noise(long, -60, 2), 0],
    ["at once, in a quiet room", silence(0), noise(long, -60), 0],
    ["late", noise(12_000, -55), noise(long, -55, 2), 0],
    ["softly", noise(1_500, -65), noise(long, -65, 2), -12],
    ["loudly", noise(1_500, -50), noise(long, -50, 2), 5],
    ["over a fan", noise(2_000, -45), noise(long, -45, 2), 0],
    ["over hum", hum(2_000, -30), hum(long, -30), 0],
  ])("%s", (_, before, background, gain) => {
    const onset = before.length / 24;
    const spoken = mixed(background, scaled(sentence, gain));
    const said = judge(concat(before, spoken));
    expect(said.map(({ change }) => change)).toEqual(["start", "stop"]);
    expect(said[0]?.at).toBeGreaterThan(onset);
    expect(said[0]?.at).toBeLessThanOrEqual(onset + 100);
    const end = onset + sentence.length / 24;
    expect(said[1]?.at).toBeGreaterThan(end + 300);
    expect(said[1]?.at).toBeLessThanOrEqual(end + 600);
  });

  it.each([PHRASES.ava, PHRASES.read, PHRASES.checking, PHRASES.hello, PHRASES.failed])("another voice: %s", (text) => {
    const voice = clip(text) ?? silence(0);
    const room = noise(1_500, -62);
    const spoken = mixed(noise(voice.length / 24 + 1_000, -62, 2), voice);
    expect(judge(concat(room, spoken))[0]?.at).toBeLessThanOrEqual(1_600);
    // In a room not known yet, a vowel that stands still must first move.
    expect(judge(spoken)[0]?.at).toBeLessThanOrEqual(200);
  });

  it("hears over its own voice what is said into the microphone, and not its echo", () => {
    const room = noise(1_500, -60);
    const start = judge(concat(room, mixed(noise(long, -60, 2), sentence)), OPTIONS, true)[0];
    expect(start?.at).toBeLessThanOrEqual(1_600);
    expect(judge(concat(room, mixed(noise(long, -60, 2), scaled(sentence, -28))), OPTIONS, true)).toEqual([]);
  });
});

describe("the session's options", () => {
  const recording = (gain: number) => concat(noise(1_500, -65), mixed(noise(long, -65, 2), scaled(sentence, gain)));

  it("hears less with a higher threshold", () => {
    expect(judge(recording(-20), { ...OPTIONS, threshold: 0.1 })[0]?.change).toBe("start");
    expect(judge(recording(-20), { ...OPTIONS, threshold: 0.9 })).toEqual([]);
  });

  it("waits as long as asked", () => {
    const [, short] = judge(recording(0), { ...OPTIONS, silence_duration_ms: 250 });
    const [, patient] = judge(recording(0), { ...OPTIONS, silence_duration_ms: 900 });
    expect((patient?.at ?? 0) - (short?.at ?? 0)).toBeCloseTo(650, -1.5);
  });

  it("comes back from a sudden steady noise", () => {
    const said = judge(concat(noise(2_000, -60), noise(6_000, -30, 2)));
    expect(said.map(({ change }) => change)).toEqual(["start", "stop"]);
    expect(said[1]?.at).toBeLessThan(5_000);
  });
});

/** Rises by so many decibels to the end. */
function swell(samples: Int16Array, from_db: number): Int16Array {
  return samples.map((sample, at) => sample * 10 ** ((from_db * (1 - at / samples.length)) / 20));
}
