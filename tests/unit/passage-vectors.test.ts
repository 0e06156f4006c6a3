import { expect, test } from "vitest";
import { quantized, VectorSet } from "../../worker/objects/passage-vectors/engine.ts";

const CALIBRATION = { mean: 0.1, deviation: 0.1 };
const row = (id: number, vector: number[]) => ({ id, vector: quantized(vector).buffer });
const nearness = (rows: number[][], question: number[]) =>
  new VectorSet(rows.map((vector, id) => row(id, vector))).nearest(quantized(question), 1, CALIBRATION)[0]?.nearness ??
  0;

test("a question that is near to every passage alike is near to none in particular", () => {
  const one = nearness(
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 1, 1],
    ],
    [1, 0, 0],
  );
  const all = nearness(
    [
      [1, 0, 0],
      [1, 0.1, 0],
      [1, 0, 0.1],
      [1, 0.1, 0.1],
    ],
    [1, 0, 0],
  );
  expect(one).toBeGreaterThan(7);
  expect(all).toBeLessThan(one / 2);
});

test("vectors of other dimensions than the question's are near none", () => {
  expect(new VectorSet([row(1, [1, 0])]).nearest(quantized([1, 0, 0]), 5, CALIBRATION)).toEqual([]);
});
