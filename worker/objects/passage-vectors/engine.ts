import type { Calibration } from "../../embeddings/calibration.ts";
import { DIMENSIONS } from "../../embeddings/embedder.ts";
import type { NearPassage } from "./rpc.ts";

/**
 * A vector as it is kept: its first dimensions, each a whole number from -127 to 127. Only its direction counts, so its
 * length need not be kept.
 */
export function quantized(vector: readonly number[]): Int8Array<ArrayBuffer> {
  const first = vector.slice(0, DIMENSIONS);
  const most = first.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;
  return Int8Array.from(first, (value) => Math.round((value / most) * 127));
}

/**
 * This share of a question's nearness to all passages at once is taken away, since it says nothing about any one: to a model that hardly
 * knows the question's language everything is near.
 */
const NEAR_ALL = 0.75;

export const lengthOf = (values: Int8Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;

/** The vectors of one model, in memory: 256 bytes a passage. */
export class VectorSet {
  readonly #ids: number[];
  readonly #values: Int8Array;
  readonly #lengths: Float32Array;
  readonly #dimensions: number;

  /** @param rows all of one length */
  constructor(rows: readonly { id: number; vector: ArrayBuffer }[]) {
    this.#dimensions = rows[0]?.vector.byteLength ?? 0;
    this.#ids = rows.map(({ id }) => id);
    this.#values = new Int8Array(rows.length * this.#dimensions);
    rows.forEach(({ vector }, at) => {
      this.#values.set(new Int8Array(vector), at * this.#dimensions);
    });
    this.#lengths = Float32Array.from(rows, ({ vector }) => lengthOf(new Int8Array(vector)));
  }

  /** Compares with each; a question of other dimensions is near none. */
  nearest(question: Int8Array, limit: number, calibration: Calibration): NearPassage[] {
    const dimensions = this.#dimensions;
    if (question.length !== dimensions) return [];
    const values = this.#values;
    const length = lengthOf(question);
    const scores = new Float32Array(this.#ids.length);
    let sum = 0;
    let squares = 0;
    for (let row = 0, at = 0; row < scores.length; row++) {
      let dot = 0;
      for (let column = 0; column < dimensions; column++, at++) dot += (values[at] ?? 0) * (question[column] ?? 0);
      const score = dot / (length * (this.#lengths[row] ?? 1));
      scores[row] = score;
      sum += score;
      squares += score * score;
    }
    const mean = sum / scores.length;
    const deviation = Math.sqrt(Math.max(0, squares / scores.length - mean * mean));
    const unrelated = calibration.mean + NEAR_ALL * Math.max(0, mean - calibration.mean);
    // Only what can be among the nearest is put in order.
    const least = scores.toSorted().at(-limit) ?? Number.NEGATIVE_INFINITY;
    return [...scores.keys()]
      .filter((row) => (scores[row] ?? 0) >= least)
      .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
      .slice(0, limit)
      .map((row) => {
        const score = scores[row] ?? 0;
        return {
          id: this.#ids[row] ?? 0,
          nearness: (score - unrelated) / calibration.deviation,
          stands_out: deviation === 0 ? 0 : (score - mean) / deviation,
        };
      });
  }
}
