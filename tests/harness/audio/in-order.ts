import type { Sound } from "./wav.ts";

/** Seconds of a piece that is compared as one. */
const PIECE = 0.025;
/** So many pieces are judged together. */
const STRETCH = 4;
/** Seconds by which a piece may come later than expected from the one before it. */
const LATE = 0.5;
/** What a pause must gain, as a share of the total; else other words would be pieced together. */
const STOP_COST = 0.003;
/** Stretches with less of the energy than this are as good as silent. */
const SILENT = 0.01;

export interface InOrder {
  /** Similarity, -1 to 1. */
  value: number;
  /** Where in `heard` it begins; seconds. */
  at: number;
  /** By how much the pauses between the pieces are longer than they were; seconds. */
  stretched: number;
}

/** Correlation, -1 to 1, of two sounds by their product and their energies. */
const correlation = (dot: number, one: number, other: number) =>
  one > 0 && other > 1e-6 ? dot / Math.sqrt(one * other) : 0;

const energyOf = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);

/** Correlation of a piece at each place. */
function correlations(piece: Float32Array, heard: Float32Array, places: number, from: number): Float32Array {
  const own = energyOf(piece);
  const sound = new Float64Array(places + piece.length + 3);
  sound.set(heard.subarray(from, from + places + piece.length));
  // Four places at once: in one sum each step waits for the step before.
  const dots = new Float64Array(places + 3);
  for (let at = 0; at < places; at += 4) {
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let index = 0, to = at; index < piece.length; index++, to++) {
      const sample = piece[index] as number;
      first += sample * (sound[to] as number);
      second += sample * (sound[to + 1] as number);
      third += sample * (sound[to + 2] as number);
      fourth += sample * (sound[to + 3] as number);
    }
    dots.set([first, second, third, fourth], at);
  }
  let energy = energyOf(heard.subarray(from, from + piece.length));
  const values = new Float32Array(places);
  for (let at = 0; at < places; at++) {
    values[at] = correlation(dots[at] as number, own, energy);
    energy += (sound[at + piece.length] as number) ** 2 - (sound[at] as number) ** 2;
  }
  return values;
}

/** Correlation of words of which the first part is heard at one place and the rest, after a stop, at a later one. */
function acrossStop(words: Float32Array, heard: Float32Array, first: number, second: number): number {
  const own = energyOf(words);
  let dot = 0;
  let energy = 0;
  words.forEach((word, index) => {
    const late = heard[second + index] ?? 0;
    dot += word * late;
    energy += late * late;
  });
  let best = correlation(dot, own, energy);
  words.forEach((word, index) => {
    const early = heard[first + index] ?? 0;
    const late = heard[second + index] ?? 0;
    dot += word * (early - late);
    energy += early * early - late * late;
    best = Math.max(best, correlation(dot, own, energy));
  });
  return best;
}

/** Where each piece was heard, counted from where it is in the words: never earlier than the one before. */
function bestPlaces(values: Float32Array[], weights: number[], late: number): number[] {
  const places = values[0]?.length ?? 0;
  let sums = new Float32Array(places);
  const origins = values.map((value, piece) => {
    const next = new Float32Array(places);
    const from = new Int32Array(places);
    // The best places of the piece before, best first: of those no earlier than `late` ago.
    const best: number[] = [];
    for (let place = 0; place < places; place++) {
      const sum = sums[place] as number;
      while (best.length > 0 && (sums[best.at(-1) as number] as number) <= sum) best.pop();
      best.push(place);
      if ((best[0] as number) < place - late) best.shift();
      const stopped = sums[best[0] as number] as number;
      const stops = piece > 0 && stopped - STOP_COST > sum;
      next[place] = (stops ? stopped - STOP_COST : sum) + (weights[piece] as number) * (value[place] as number);
      from[place] = stops ? (best[0] as number) : place;
    }
    sums = next;
    return from;
  });
  let place = sums.reduce((best, sum, at) => (sum > (sums[best] as number) ? at : best), 0);
  const path: number[] = [];
  for (const from of origins.reverse()) {
    path.unshift(place);
    place = from[place] as number;
  }
  return path;
}

/**
 * Finds `words` in `heard`, where a busy machine may have paused the sound at any moment, but has neither dropped nor
 * changed nor reordered anything. Gives the similarity of the worst tenth of a second: the same sound gives 1, with pauses in
 * it above 0.85; other words, and words of which 20 ms are lost, below 0.75. A loss in the first and last tenth of a second may
 * be missed. Both at one rate.
 */
export function likenessInOrder(words: Sound, heard: Sound): InOrder {
  const { rate, samples } = words;
  const size = Math.round(PIECE * rate);
  const places = heard.samples.length - samples.length + 1;
  if (places < 1) return { value: 0, at: 0, stretched: 0 };
  const total = energyOf(samples);
  const pieces = Array.from({ length: Math.ceil(samples.length / size) }, (_, n) =>
    samples.subarray(n * size, (n + 1) * size),
  );
  const weights = pieces.map((piece) => energyOf(piece) / total);
  const values = pieces.map((piece, n) => correlations(piece, heard.samples, places, n * size));
  const path = bestPlaces(values, weights, Math.round(LATE * rate));

  const likeness = path.map((place, n) => values[n]?.[place] as number);
  for (let n = 1; n < path.length; n++) {
    const [before, after] = [path[n - 1] as number, path[n] as number];
    if (before === after) continue;
    // The pause is somewhere in these two.
    const from = (n - 1) * size;
    const both = samples.subarray(from, from + 2 * size);
    const value = acrossStop(both, heard.samples, from + before, from + after);
    likeness[n - 1] = Math.max(likeness[n - 1] as number, value);
    likeness[n] = Math.max(likeness[n] as number, value);
  }
  let least = 1;
  for (let n = 0; n + STRETCH <= path.length; n++) {
    const shares = weights.slice(n, n + STRETCH);
    const energy = shares.reduce((sum, share) => sum + share, 0);
    if (energy < SILENT) continue;
    const value = shares.reduce((sum, share, index) => sum + share * (likeness[n + index] as number), 0) / energy;
    least = Math.min(least, value);
  }
  const [start = 0] = path;
  return { value: least, at: start / heard.rate, stretched: ((path.at(-1) ?? 0) - start) / heard.rate };
}
