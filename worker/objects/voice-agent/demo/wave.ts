import { msOf } from "../wire.ts";

const BARS = "▁▂▃▄▅▆▇";
/** How many bars. */
const PARTS = 12;
/** What is this much below the loudest part, decibels, is the lowest bar. */
const RANGE = 30;

/** What was heard without recognised words: a small picture of its loudness, and its length, instead of words that are invented. */
export function waveOf(samples: Int16Array): string {
  const size = Math.ceil(samples.length / PARTS) || 1;
  const energies = Array.from({ length: PARTS }, (_, at) => {
    let sum = 1;
    for (const sample of samples.subarray(at * size, (at + 1) * size)) sum += sample * sample;
    return sum;
  });
  const most = Math.max(...energies);
  const bars = energies.map((energy) => {
    const below = 10 * Math.log10(most / energy);
    return BARS[Math.round(Math.max(0, 1 - below / RANGE) * (BARS.length - 1))];
  });
  return `${bars.join("")} ${(msOf(samples.length) / 1_000).toFixed(1)} s`;
}
