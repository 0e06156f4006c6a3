import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Resampler } from "../../widget/audio/resample.ts";
import { PHRASES } from "../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { to8k } from "../harness/audio/analysis.ts";
import { likenessInOrder } from "../harness/audio/in-order.ts";
import { heardByVendor } from "../harness/sound/heard-by-vendor.ts";
import { heardOverLine } from "../harness/sound/heard-over-line.ts";
import { add, atLevel, echoOf, type Noise, noise, RATE, type Room, randomNumbers } from "../harness/sound/room.ts";
import { speak } from "../harness/vendors/speech-clips.ts";

/** Only the visitor is heard: made calls, whose echoes and interruptions are known sample by sample. */

const atRate = (samples: Int16Array) =>
  atLevel(new Resampler(24_000, RATE).push(Float32Array.from(samples, (sample) => sample / 32_768)).slice(), -20);
const recorded = (name: string) => {
  const bytes = readFileSync(new URL(`../fixtures/speech/${name}.wav`, import.meta.url));
  return atRate(new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length)));
};

const FIRST = 0.5;
const SECOND = 7;
const SECONDS = 14;
const agent = atRate(speak(`${PHRASES.ava} ${PHRASES.welcome}`));
const visitor = recorded("table-for-two");
const short = atRate(speak(PHRASES.done)).subarray(0, 0.45 * RATE);
const silence = () => new Float32Array(SECONDS * RATE);
const words = to8k({ rate: RATE, samples: visitor });
/** Seconds by which a line that holds the visitor's words back may be late. */
const LATE = 3;

/** A call of two answers. @param echo `null`: with headphones */
function call(echo: Partial<Room> | null, said: [sound: Float32Array, at: number][] = [], kind: Noise = "room") {
  const random = randomNumbers(11);
  const speaker = silence();
  for (const at of [FIRST, SECOND]) add(speaker, agent, at * RATE);
  const microphone = echo
    ? echoOf(speaker, { delay: 100, echo: -12, rings: 0.3, distorts: false, ...echo }, random)
    : silence();
  add(microphone, noise(kind, microphone.length, random), 0);
  for (const [sound, at] of said) add(microphone, atLevel(sound, -24), Math.round(at * RATE));
  return [microphone, speaker] as const;
}

describe("the guard", () => {
  it.each([20, 120, 250].flatMap((delay) => [-6, -12, -24].map((echo): [number, number] => [delay, echo])))(
    "lets no vendor hear the agent itself: echo after %i ms at %i dB",
    (delay, echo) => {
      const dry = call({ delay, echo, rings: 0 });
      const hall = call({ delay, echo, rings: 0.5, distorts: true });
      expect(heardByVendor(...dry, "normal").starts).toEqual([]);
      expect(heardByVendor(...hall, "normal").starts).toEqual([]);
      expect(heardByVendor(...dry, null).starts, "without a guard").not.toEqual([]);
    },
  );

  it.each([-6, -12, -24, -36])("lets the visitor interrupt over an echo at %i dB", (echo) => {
    for (const at of [2.5, 8.5]) {
      const { starts } = heardByVendor(...call({ echo }, [[visitor, at]]), "normal");
      expect(starts.length).toBeGreaterThan(0);
      expect(starts[0]).toBeGreaterThan(at);
      expect(starts[0]).toBeLessThan(at + (echo > -12 ? 1.5 : 0.6));
    }
  });

  it("sends what was said before it was sure, the first sound included", () => {
    const [microphone, speaker] = call({ echo: -24 }, [[visitor, 8.5]]);
    const plain = new Set(heardByVendor(microphone, speaker, null).frames.map(({ pcm }) => pcm));
    const { frames } = heardByVendor(microphone, speaker, "normal");
    const first = frames.findIndex(({ at, pcm }) => at > 8.5 && plain.has(pcm));
    const burst = frames.slice(first).filter(({ at }) => at === frames[first]?.at);
    expect(burst.length, "frames that were kept").toBeGreaterThan(4);
    expect(burst.every(({ pcm }) => plain.has(pcm))).toBe(true);
  });

  it("hears an answer that begins as the agent ends", () => {
    const end = SECOND + agent.length / RATE;
    const { starts } = heardByVendor(...call({}, [[visitor, end + 0.05]]), "normal");
    expect(starts).toHaveLength(1);
  });

  it.each(["keyboard", "hum", "street"] as const)("is not interrupted by %s", (kind) => {
    expect(heardByVendor(...call({}, [], kind), "normal").starts.filter((at) => at > FIRST)).toEqual([]);
  });

  it("changes nothing with headphones, once it knows, nor while the agent is silent", () => {
    const said: [Float32Array, number][] = [[visitor, 8.5]];
    const made = call(null, said);
    const frames = (mode: "normal" | null, from: number) =>
      heardByVendor(...made, mode).frames.filter(({ at }) => at > from);
    expect(frames("normal", 2.5)).toEqual(frames(null, 2.5));
    const alone = (mode: "normal" | null) =>
      heardByVendor(made[0], silence(), mode).frames.filter(({ at }) => at > 0.5);
    expect(alone("normal")).toEqual(alone(null));
  });

  it("costs a visitor with headphones nothing who interrupts after the first words", () => {
    const made = call(null, [[visitor, FIRST + 1]]);
    expect(heardByVendor(...made, "normal")).toEqual(heardByVendor(...made, null));
  });

  it("loses no word of a visitor with headphones who interrupts the very first sentence", () => {
    const made = call(null, [[visitor, FIRST + 0.2]]);
    const sent = (mode: "normal" | null) =>
      heardByVendor(...made, mode)
        .frames.filter(({ at, pcm }) => at > FIRST && !/^A*=*$/.test(pcm))
        .map(({ pcm }) => pcm);
    expect(sent("normal")).toEqual(sent(null));
    // Only then is the room known; by then the agent has stopped, which it does not here.
    expect(heardByVendor(...made, "normal").starts[0]).toBeLessThan(FIRST + 0.5);
  });
});

describe("over a line that takes sound only as it is spoken", () => {
  it.each([-6, -12, -24])("no echo of %i dB is heard", (echo) => {
    for (const delay of [20, 120, 250]) expect(heardOverLine(...call({ delay, echo, rings: 0.3 })).starts).toEqual([]);
  });

  it.each([
    [-18, 0.2],
    [-24, 0.13],
  ])("over an echo at %i dB the visitor is heard within %f s", (echo, seconds) => {
    const [start] = heardOverLine(...call({ echo }, [[visitor, 8.5]])).starts;
    expect(start).toBeGreaterThan(8.5);
    expect(start).toBeLessThan(8.5 + seconds);
  });

  it("an echo is noticed whose first words are as soft as that of a microphone far away", () => {
    const [microphone, speaker] = call(null);
    const first = 0.9 * RATE;
    // Softer than -54 dB over 85 ms in the first words, louder after them.
    add(microphone, atLevel(agent.subarray(0, first), -57.5), (FIRST + 0.1) * RATE);
    add(microphone, atLevel(agent.subarray(first), -40), FIRST * RATE + 0.1 * RATE + first);
    expect(heardOverLine(microphone, speaker).starts.filter((at) => at < SECOND)).toEqual([]);
  });

  it.each([-24, -36])("the visitor interrupts over an echo at %i dB, and no word is lost", (echo) => {
    for (const at of [2.5, 8.5]) {
      const { starts, sent } = heardOverLine(...call({ echo }, [[visitor, at]]));
      expect(starts[0]).toBeGreaterThan(at);
      expect(starts[0]).toBeLessThan(at + 1);
      const heard = to8k({ rate: RATE, samples: sent.subarray(at * RATE, (at + LATE) * RATE + visitor.length) });
      expect(likenessInOrder(words, heard).value).toBeGreaterThan(0.8);
    }
  });

  it.each([-24, -36])("nor of one who speaks before the room is known, over an echo at %i dB", (echo) => {
    for (const at of [1.2, 1.5, 1.8, 2.1]) {
      const { starts, sent } = heardOverLine(...call({ echo }, [[visitor, at]]));
      expect(starts[0]).toBeLessThan(FIRST + 2.5);
      const heard = to8k({ rate: RATE, samples: sent.subarray(at * RATE, (at + LATE) * RATE + visitor.length) });
      expect(likenessInOrder(words, heard).value).toBeGreaterThan(0.8);
    }
  });

  it("nothing changes with headphones, from the agent's first words on", () => {
    const made = call(null, [[visitor, 8.5]]);
    const from = (FIRST + 1) * RATE;
    expect(heardOverLine(...made).sent.subarray(from)).toEqual(made[0].subarray(from));
  });
});

describe("a patient agent", () => {
  it.each([{ echo: -12 }, null])("goes on over a short word, and stops for a sentence: %j", (echo) => {
    expect(heardByVendor(...call(echo, [[short, 8]]), "patient").starts).toEqual([]);
    const { starts } = heardByVendor(...call(echo, [[visitor, 8]]), "patient");
    expect(starts[0]).toBeGreaterThan(8.5);
    expect(starts[0]).toBeLessThan(9.7);
  });

  it.each(["fan", "hum", "street"] as const)("hears no visitor in a %s, and through it one who speaks", (kind) => {
    for (const room of [
      { echo: -18 },
      { echo: -18, delay: 20, rings: 0.5 },
      { echo: -18, delay: 250, distorts: true },
    ]) {
      expect(heardByVendor(...call(room, [], kind), "patient").starts).toEqual([]);
      const { starts } = heardByVendor(...call(room, [[visitor, 8]], kind), "patient");
      expect(starts[0]).toBeGreaterThan(8);
      expect(starts[0]).toBeLessThan(10);
    }
  });

  it("answers a short word that comes with its last words", () => {
    const end = SECOND + agent.length / RATE;
    const { starts } = heardByVendor(...call({}, [[short, end - 0.3]]), "patient");
    expect(starts).toHaveLength(1);
    expect(starts[0]).toBeGreaterThan(end);
  });
});

describe("an agent that nothing interrupts", () => {
  it.each([{ echo: -12 }, null])("hears afterwards what was said meanwhile, and nothing of itself: %j", (echo) => {
    const made = call(echo, [[visitor, 2]]);
    const { starts, frames } = heardByVendor(...made, "off");
    const end = FIRST + agent.length / RATE;
    expect(starts).toHaveLength(1);
    expect(starts[0]).toBeGreaterThan(end);
    const late = frames.filter(({ at }) => at === starts[0]);
    const seconds = late.length * 0.02;
    expect(seconds).toBeGreaterThan(visitor.length / RATE - 0.3);
    expect(seconds).toBeLessThan(visitor.length / RATE + 1);
  });

  it("hears nothing where nobody speaks", () => {
    expect(heardByVendor(...call({}), "off").starts).toEqual([]);
  });
});
