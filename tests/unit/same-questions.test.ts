import { expect, test } from "vitest";
import { sameQuestions } from "../../worker/objects/passage-vectors/same-questions.ts";
import { compareWork } from "../harness/shared/compare-work.ts";
import { randomNumbers } from "../harness/sound/room.ts";

const UNLIKE = { mean: 0.3, deviation: 0.1 };
const random = randomNumbers(1);
const vectors = Array.from({ length: 1_000 }, () => Int8Array.from({ length: 256 }, () => (random() * 2 - 1) * 127));
const few = vectors.slice(0, 125);

test("a thousand questions that are all different are compared two by two", () => {
  expect(sameQuestions(vectors, UNLIKE)).toEqual([...vectors.keys()]);
  const asManyPairs = () => {
    for (let times = 0; times < 64; times++) sameQuestions(few, UNLIKE);
  };
  expect(compareWork(() => sameQuestions(vectors, UNLIKE), asManyPairs, 3).times).toBeLessThan(3);
});
