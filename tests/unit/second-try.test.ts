import { expect, test } from "vitest";
import { type Unit, unitsOf, verdictOf } from "../../scripts/test/second-try.ts";
import type { Broken, Outcome } from "../../scripts/test/vitest.ts";

/** What the CI runs once more, and what it makes of that. */

const fell = (file: string, name?: string, project = "unit", why = "Error: no"): Broken => ({
  name: name ? `${file} > ${name}` : file,
  why,
  place: { project, file, ...(name && { test: name }) },
});
const passed = (count: number): Outcome => ({ passed: count, failed: 0, broken: [] });
const failed = (broken: Broken[], count = 0): Outcome => ({ passed: count, failed: broken.length, broken });

const one = fell("a.test.ts", "one");
const two = fell("a.test.ts", "two");
const other = fell("b.test.ts", "one", "browser");

test("the fallen tests of a file run together, each file by itself, in its own project", () => {
  const inFirefox = fell("b.test.ts", "one", "firefox");
  expect(unitsOf([one, other, two, inFirefox])).toEqual([
    { project: "unit", file: "a.test.ts", tests: ["one", "two"], broken: [one, two] },
    { project: "browser", file: "b.test.ts", tests: ["one"], broken: [other] },
    { project: "firefox", file: "b.test.ts", tests: ["one"], broken: [inFirefox] },
  ]);
});

test("where a hook or the file itself fell, all of the file runs", () => {
  const hook = fell("a.test.ts");
  for (const broken of [
    [one, hook],
    [hook, one],
  ])
    expect(unitsOf(broken)).toEqual([{ project: "unit", file: "a.test.ts", broken }]);
});

test("what fell outside of all files takes the whole part", () => {
  const broken = [one, { name: "the run itself", why: "it ended with code 1" }];
  expect(unitsOf(broken)).toEqual([{ broken }]);
});

test("where a process crashed, the files that it took with it run again, and those of what fell besides", () => {
  const crash: Broken = { name: "outside of any test", why: "Error: Worker exited unexpectedly" };
  const cut = (one: Broken): Broken => ({ ...one, cut: true });
  const file = cut(fell("a.test.ts"));
  const within = cut(one);
  const never = cut(fell("c.test.ts"));
  expect(unitsOf([crash, other, file, within, never])).toEqual([
    { project: "unit", file: "a.test.ts", broken: [crash, file, within] },
    { project: "browser", file: "b.test.ts", tests: ["one"], broken: [other] },
    { project: "unit", file: "c.test.ts", broken: [never] },
  ]);
});

const unit: Unit = { project: "unit", file: "a.test.ts", tests: ["one", "two"], broken: [one, two] };

test("what passes by itself held", () => {
  expect(verdictOf(unit, passed(2))).toEqual({ held: [one, two], fell: [] });
});

test("what falls twice says why, both times where that differs", () => {
  const again = { ...two, why: "Error: neither" };
  expect(verdictOf(unit, failed([again], 1))).toEqual({
    held: [one],
    fell: [{ ...two, why: "Error: no\nand by itself: Error: neither" }],
  });
  expect(verdictOf(unit, failed([two], 1)).fell).toEqual([two]);
});

test("a second try that ran less than what fell proves nothing", () => {
  expect(verdictOf(unit, passed(1)).held).toEqual([]);
  expect(verdictOf({ ...unit, tests: undefined }, passed(0)).held).toEqual([]);
});

test("nor does one in which something else fell", () => {
  const { held, fell: twice } = verdictOf(unit, failed([fell("a.test.ts")], 2));
  expect(held).toEqual([]);
  expect(twice.map(({ why }) => why)).toEqual(Array(2).fill("Error: no\nand by itself: a.test.ts: Error: no"));
});

test("a check that holds held", () => {
  const check: Broken = { name: "check:sizes", why: "it ended with code 1" };
  expect(verdictOf({ broken: [check] }, passed(1))).toEqual({ held: [check], fell: [] });
  expect(verdictOf({ broken: [check] }, failed([check])).fell).toEqual([check]);
});
