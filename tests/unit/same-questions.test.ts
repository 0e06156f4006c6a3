import { expect, test } from "vitest";
import { sameQuestions } from "../../worker/objects/passage-vectors/same-questions.ts";
import { compareWork } from "../harness/shared/compare-work.ts";

const UNLIKE = { mean: 0.3, deviation: 0.1 };
let state = 1;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return (state / 2 ** 31 - 1) * 127;
}
const vectors = Array.from({ length: 1_000 }, () => Int8Array.from({ length: 256 }, random));
const few = vectors.slice(0, 125);

test("a thousand questions that are all different are compared two by two", () => {
  expect(sameQuestions(vectors, UNLIKE)).toEqual([...vectors.keys()]);
  const asManyPairs = () => {
    for (let times = 0; times < 64; times++) sameQuestions(few, UNLIKE);
  };
  expect(compareWork(() => sameQuestions(vectors, UNLIKE), asManyPairs, 3).times).toBeLessThan(3);
});
