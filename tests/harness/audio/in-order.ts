import type { Likeness } from "./analysis.ts";
import type { Sound } from "./wav.ts";

/** Seconds of a piece that is compared as one. */
const PIECE = 0.2;
/** Seconds by which each piece may come later than the one before it lets expect. */
const LATE = 0.5;

export interface InOrder extends Likeness {
  /** By how much the pauses between the pieces are longer than they were; seconds. */
  stretched: number;
}

/** Normalised cross-correlation of a piece at each place, -1 to 1. */
function correlations(piece: Float32Array, heard: Float32Array, places: number, from: number): Float32Array {
  const own = piece.reduce((sum, sample) => sum + sample * sample, 0);
  let energy = 0;
  for (let index = 0; index < piece.length; index++) energy += (heard[from + index] ?? 0) ** 2;
  return Float32Array.from({ length: places }, (_, place) => {
    const at = from + place;
    let dot = 0;
    for (let index = 0; index < piece.length; index++) dot += (piece[index] as number) * (heard[at + index] as number);
    const value = energy > 1e-6 && own > 0 ? dot / Math.sqrt(energy * own) : 0;
    energy += (heard[at + piece.length] ?? 0) ** 2 - (heard[at] ?? 0) ** 2;
    return value;
  });
}

/**
 * Finds `words` in `heard` where a busy machine may have stood still between any two pieces of them, but has neither
 * left out nor changed nor turned anything: each piece as it was said, never earlier than in the words. The same sound
 * gives 1, with a stop in it above 0.95, other words below 0.6; each piece counts by its energy. Both at one rate.
 */
export function likenessInOrder(words: Sound, heard: Sound): InOrder {
  const size = Math.round(PIECE * words.rate);
  const late = Math.round(LATE * words.rate);
  const places = heard.samples.length - words.samples.length + 1;
  if (places < 1) return { value: 0, at: 0, stretched: 0 };
  const total = words.samples.reduce((sum, sample) => sum + sample * sample, 0);
  let sums = new Float32Array(places);
  let starts = Int32Array.from({ length: places }, (_, place) => place);
  for (let from = 0; from < words.samples.length; from += size) {
    const piece = words.samples.subarray(from, from + size);
    const weight = piece.reduce((sum, sample) => sum + sample * sample, 0) / total;
    const values = correlations(piece, heard.samples, places, from);
    const next = new Float32Array(places);
    const origins = new Int32Array(places);
    // The best places of the piece before, best first: of those no earlier than `late` ago.
    const best: number[] = [];
    for (let place = 0; place < places; place++) {
      while (best.length > 0 && (sums[best.at(-1) as number] as number) <= (sums[place] as number)) best.pop();
      best.push(place);
      if (from === 0 || (best[0] as number) < place - late) best.splice(0, from === 0 ? best.length - 1 : 1);
      const before = best[0] as number;
      next[place] = (sums[before] as number) + weight * (values[place] as number);
      origins[place] = starts[before] as number;
    }
    [sums, starts] = [next, origins];
  }
  let end = 0;
  for (let place = 1; place < places; place++) if ((sums[place] as number) > (sums[end] as number)) end = place;
  const start = starts[end] as number;
  return { value: sums[end] as number, at: start / heard.rate, stretched: (end - start) / heard.rate };
}
