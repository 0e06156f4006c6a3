import { expect, test } from "vitest";
import { answers } from "../../worker/knowledge/answers.ts";
import { clearness } from "../../worker/knowledge/standing-out.ts";

const passage = (reaches: number, says: number) => ({ reaches, says });
const near = (nearness: number, stands_out: number, count = 60) =>
  Array.from({ length: count }, (_, id) => ({ id, nearness: nearness - id / 10, stands_out: stands_out - id / 10 }));

test("a question is answered by a passage that says its words, not by one that says others for all of them", () => {
  expect(answers([passage(0.6, 1)], 2, [])).toBe(true);
  expect(answers([passage(0.5, 0)], 1, [])).toBe(false);
  expect(answers([passage(0.15, 0.3)], 3, [])).toBe(false);
  expect(answers([], 3, [])).toBe(false);
});

test("what is near in meaning tips the scales, only where it stands out", () => {
  const little = [passage(0.15, 0.3)];
  expect(answers(little, 3, [])).toBe(false);
  expect(answers(little, 3, near(4.5, 4))).toBe(true);
  // A model that hardly knows the language is near to everything.
  expect(answers(little, 3, near(4.5, 1.5))).toBe(false);
  expect(answers([passage(0.25, 0.45)], 3, [])).toBe(true);
  expect(answers([passage(0.25, 0.45)], 3, near(0, 4))).toBe(false);
});

test("of half of a question's words what is near in meaning makes an answer, and what is not near makes none", () => {
  expect(answers([passage(0.2, 0.3)], 3, near(3.5, 4))).toBe(true);
  expect(answers([passage(0.25, 0.4)], 3, [])).toBe(true);
  expect(answers([passage(0.25, 0.4)], 3, near(1, 4))).toBe(false);
});

test("meaning alone answers where it is very near", () => {
  expect(answers([], 3, near(7, 4))).toBe(true);
  expect(answers([], 3, near(7, 1))).toBe(false);
  expect(answers([], 3, near(5, 4))).toBe(false);
});

test("among few passages less is enough to stand out", () => {
  expect(clearness(near(3, 1.41, 3))).toBeCloseTo(0.7);
  expect(clearness(near(3, 0, 1))).toBe(1);
  expect(clearness(near(3, 2.5))).toBe(0.5);
  expect(clearness([])).toBe(0);
});
