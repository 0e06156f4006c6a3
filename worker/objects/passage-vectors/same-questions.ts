import type { Calibration } from "../../embeddings/calibration.ts";
import { lengthOf } from "./engine.ts";

/**
 * Deviations above what a model gives to questions about different things, from which on two ask the same. Of thirty pairs
 * that do, Universal Sentence Encoder Lite has a third above it, and 3 of 1,740 that do not: docs/decisions/0144.
 */
const SAME = 3.5;

/** A question's vector with its length, which is compared often. */
interface Measured {
  vector: Int8Array;
  length: number;
}

function cosine(one: Measured, other: Measured): number {
  let dot = 0;
  for (let at = 0; at < one.vector.length; at++) dot += (one.vector[at] ?? 0) * (other.vector[at] ?? 0);
  return dot / (one.length * other.length);
}

/**
 * Which question each of them is the same as: itself, or the nearest of those before it that are not the same as another.
 * A thousand that are all different cost half a million comparisons.
 */
export function sameQuestions(vectors: readonly Int8Array[], unlike: Calibration): number[] {
  const line = unlike.mean + SAME * unlike.deviation;
  const firsts: (Measured & { at: number })[] = [];
  return vectors.map((vector, at) => {
    const own = { vector, length: lengthOf(vector) };
    let nearest = at;
    let most = line;
    for (const first of firsts) {
      const likeness = cosine(own, first);
      if (likeness < most) continue;
      most = likeness;
      nearest = first.at;
    }
    if (nearest === at) firsts.push({ ...own, at });
    return nearest;
  });
}
