import { join } from "node:path";
import { expect, test } from "vitest";
import { to8k } from "../harness/audio/analysis.ts";
import { likenessInOrder } from "../harness/audio/in-order.ts";
import { readWav, type Sound } from "../harness/audio/wav.ts";

/** Part of a sentence at the rate that sounds are compared at, seconds. */
function speech(name: string, from: number, to: number): Sound {
  const { rate, samples } = readWav(join(import.meta.dirname, `../fixtures/speech/${name}.wav`));
  return to8k({ rate, samples: samples.subarray(from * rate, to * rate) });
}
const words = speech("table-for-two", 0.4, 2);
const other = speech("opening-hours", 0, 1.5);

/** The words with silence around them, and what befell them: from then on so much is left out, or silence stands still. */
function heard(...faults: { at: number; lost?: number; stopped?: number }[]): Sound {
  const { rate, samples } = words;
  const out = Array<number>(rate / 10).fill(0);
  let read = 0;
  for (const { at, lost = 0, stopped = 0 } of faults) {
    const until = Math.round(at * rate);
    out.push(...samples.subarray(read, until), ...Array<number>(Math.round(stopped * rate)).fill(0));
    read = until + Math.round(lost * rate);
  }
  out.push(...samples.subarray(read), ...Array<number>(rate / 5).fill(0));
  return { rate, samples: Float32Array.from(out) };
}

test("the same words are like themselves, and other words are not", () => {
  expect(likenessInOrder(words, heard()).value).toBeCloseTo(1, 2);
  expect(likenessInOrder(other, heard()).value).toBeLessThan(0.6);
});

test("a stop at any moment changes nothing", () => {
  const stops = [
    { at: 0.207, stopped: 0.03 },
    { at: 0.613, stopped: 0.004 },
    { at: 0.71, stopped: 0.1 },
    { at: 1.107, stopped: 0.05 },
  ];
  const { value, stretched } = likenessInOrder(words, heard(...stops));
  expect(value).toBeGreaterThan(0.85);
  expect(stretched).toBeCloseTo(0.184, 2);
});

test.each([0.15, 0.3, 0.6, 0.9, 1.2, 1.35])("sound that is lost after %d s is noticed", (at) => {
  for (const lost of [0.02, 0.05, 0.1]) expect(likenessInOrder(words, heard({ at, lost })).value).toBeLessThan(0.75);
  // Also where a stop makes up for it.
  const stop = { at: at + 0.15, stopped: 0.05 };
  expect(likenessInOrder(words, heard({ at, lost: 0.05 }, stop)).value).toBeLessThan(0.85);
});
