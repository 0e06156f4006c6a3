import type { Sound } from "./wav.ts";

/**
 * How similar two sounds are to an ear. Codecs of calls do not keep the waveform: they stretch pauses, drop phases and hiss.
 * They do keep when each band of the spectrum is loud, so that is compared.
 */

const BANDS = [200, 300, 400, 550, 750, 1000, 1350, 1800, 2400, 3200];
/** Seconds. */
const WINDOW = 0.032;
const STEP = 0.01;

/** Loudness of each band over time, by Goertzel filters; decibels above a floor. */
function bandsOf({ rate, samples }: Sound): Float32Array[] {
  const length = Math.round(WINDOW * rate);
  const hop = Math.round(STEP * rate);
  const count = Math.max(0, Math.floor((samples.length - length) / hop) + 1);
  return BANDS.map((hertz) => {
    const factor = 2 * Math.cos((2 * Math.PI * hertz) / rate);
    return Float32Array.from({ length: count }, (_, frame) => {
      let [one, two] = [0, 0];
      for (let at = frame * hop; at < frame * hop + length; at++)
        [one, two] = [(samples[at] ?? 0) + factor * one - two, one];
      const power = (one * one + two * two - factor * one * two) / length;
      return 10 * Math.log10(power + 1e-5);
    });
  });
}

/** Pearson's correlation over all bands and frames, each band around its own mean. */
function correlation(words: Float32Array[], heard: Float32Array[], lag: number): number {
  let [product, mine, theirs] = [0, 0, 0];
  words.forEach((word, band) => {
    const other = heard[band]?.subarray(lag, lag + word.length) ?? word;
    const [a, b] = [mean(word), mean(other)];
    for (let at = 0; at < word.length; at++) {
      const [x, y] = [(word[at] ?? 0) - a, (other[at] ?? 0) - b];
      product += x * y;
      mine += x * x;
      theirs += y * y;
    }
  });
  return mine > 0 && theirs > 0 ? product / Math.sqrt(mine * theirs) : 0;
}

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Frames of a piece that is compared as one, and how far the next may stray from where it should begin. */
const PIECE = 40;
const [EARLY, LATE] = [5, 40];

/**
 * At the best place, -1 to 1: the same words give 0.6 and more, other words below 0.4. Pieces of half a second are laid
 * one after the other, each as early or late as a receiver may have stretched the pauses between them.
 */
export function resemblance(words: Sound, heard: Sound): number {
  const [mine, theirs] = [bandsOf(words), bandsOf(heard)];
  const [length, room] = [mine[0]?.length ?? 0, theirs[0]?.length ?? 0];
  const count = Math.max(1, Math.floor(length / PIECE));
  let before: number[] = [];
  for (let piece = 0; piece < count; piece++) {
    const to = piece === count - 1 ? length : (piece + 1) * PIECE;
    const part = mine.map((band) => band.subarray(piece * PIECE, to));
    const sums: number[] = [];
    for (let lag = 0; lag + to - piece * PIECE <= room; lag++) {
      const starts = before.slice(Math.max(0, lag - PIECE - LATE), Math.max(0, lag - PIECE + EARLY + 1));
      const best = piece === 0 ? 0 : Math.max(Number.NEGATIVE_INFINITY, ...starts);
      sums.push(best + correlation(part, theirs, lag));
    }
    before = sums;
  }
  return Math.max(-1, ...before.map((sum) => sum / count));
}
