import { expect, test } from "vitest";
import type { TestEvent } from "../../scripts/test/event-reporter.ts";
import { outcomeOf, patternOf } from "../../scripts/test/vitest.ts";

/** What `npm test` says of a run of vitest, from what its reporter wrote down. */

const inFile = { project: "unit", file: "a.test.ts" };
const inTest = { ...inFile, test: "works" };
const file: TestEvent[] = [
  { type: "begun", id: "f", name: "a.test.ts", place: inFile },
  { type: "begun", id: "t", name: "a.test.ts > works", place: inTest },
];
const over = (id: string): TestEvent => ({ type: "ended", id });
const failed: TestEvent = {
  type: "failed",
  name: "a.test.ts > works",
  place: inTest,
  faults: ["Error: no", "Error: nor that"],
};

test("a run that passed counts its tests", () => {
  expect(outcomeOf([...file, over("t"), { type: "passed" }, over("f")], null)).toEqual({
    passed: 1,
    failed: 0,
    broken: [],
  });
});

test("a failed test is named, with all that was held against it", () => {
  const { failed: count, broken } = outcomeOf([...file, over("t"), failed, over("f")], "it ended with code 1");
  expect(count).toBe(1);
  expect(broken).toEqual([{ name: "a.test.ts > works", why: "Error: no\nError: nor that", place: inTest }]);
});

test("a test whose beginning is written down after its end has ended", () => {
  const [begunFile, begunTest] = file as [TestEvent, TestEvent];
  const other: TestEvent = { ...failed, name: "b.test.ts > works", place: { ...inTest, file: "b.test.ts" } };
  const events = [begunFile, over("t"), begunTest, { type: "passed" } as const, over("f"), other];
  const { broken } = outcomeOf(events, "it ended with code 1");
  expect(broken.map(({ name }) => name)).toEqual(["b.test.ts > works"]);
});

test("what a killed run was at is named, and what it never came to", () => {
  const inLater = { ...inFile, file: "b.test.ts" };
  const later: TestEvent = { type: "begun", id: "g", name: "b.test.ts", place: inLater };
  const before: TestEvent = { type: "begun", id: "e", name: "a.test.ts > before", place: inTest };
  const events = [later, ...file, before, over("e")];
  const { broken } = outcomeOf(events, "it did not end, and was killed after 1800.0 s");
  expect(broken.map(({ name }) => name)).toEqual(["b.test.ts", "a.test.ts", "a.test.ts > works"]);
  expect(broken.map(({ place }) => place)).toEqual([inLater, inFile, inTest]);
  expect(broken.every(({ cut }) => cut)).toBe(true);
});

test("a run of which nothing ended is one fault, not one for each file", () => {
  expect(outcomeOf(file, "it ended with code 1").broken).toEqual([
    { name: "the run itself", why: "it ended with code 1" },
  ]);
});

test("a run that fails without a failed test says why", () => {
  expect(outcomeOf([], "it ended with code 1")).toEqual({
    passed: 0,
    failed: 1,
    broken: [{ name: "the run itself", why: "it ended with code 1" }],
  });
});

test("the pattern of some names finds these, in whatever suite, and no others", () => {
  const pattern = new RegExp(patternOf(["a suite > costs $5 (or more)", "a > b"]));
  const names = ["a suite costs $5 (or more)", "a > b", "a b"];
  expect(names.filter((name) => pattern.test(name))).toEqual(names);
  for (const other of ["a suite costs $5 (or more), twice", "costs $5 (or more)", "a c"])
    expect(other).not.toMatch(pattern);
});
