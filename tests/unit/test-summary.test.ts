import { expect, test } from "vitest";
import { type Results, summaryOf } from "../../scripts/test/summary.ts";
import type { Broken } from "../../scripts/test/vitest.ts";

/** What a run of tests ends with. */

const results = (some: Partial<Results>): Results => ({
  title: "npm test",
  passed: 7,
  failed: 0,
  fallen: [],
  flaky: [],
  skipped: [],
  seconds: [
    { title: "worker", seconds: 61.25 },
    { title: "browser", seconds: 150 },
  ],
  remark: "took 3.5 minutes",
  ...some,
});
const broken = (count: number, lines: number): Broken[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `a.test.ts > ${index}`,
    why: Array.from({ length: lines }, (_, line) => `why ${index}.${line}`).join("\n"),
  }));
const lastLines = (text: string) => text.split("\n").slice(-60);

test("a green run says how long each part took, and ends with the count alone", () => {
  expect(summaryOf(results({}))).toBe(
    "took: worker 61.3 s, browser 2.5 min\nnpm test took 3.5 minutes\n7 passed, 0 failed",
  );
});

test("a run in which nothing could run says why, and no time", () => {
  const fallen = [{ title: "npm test itself", broken: [{ name: "npm test", why: "There is no browser." }] }];
  expect(summaryOf(results({ passed: 0, failed: 1, seconds: [], fallen }))).toBe(
    "npm test itself: 1 failed\n  ✘ npm test\n      There is no browser.\nnpm test took 3.5 minutes\n0 passed, 1 failed",
  );
});

test("what fell first and held is one line that says why, and where", () => {
  const place = { project: "firefox", file: "a.test.ts", test: "works" };
  const flaky = [{ name: "a.test.ts > works", why: "Error: no\n  at a.test.ts:3", place }];
  expect(summaryOf(results({ flaky })).split("\n")[0]).toBe(
    "flaky: a.test.ts > works: Error: no | at a.test.ts:3 [firefox]",
  );
});

test("a few failures are shown once, with the first lines of each", () => {
  const text = summaryOf(results({ failed: 2, fallen: [{ title: "worker", broken: broken(2, 20) }] }));
  expect(text.split("\n")).toHaveLength(1 + 2 * 16 + 3);
  expect(text).toContain("why 1.14");
  expect(text).not.toContain("why 1.15");
});

test("the last sixty lines name all that fell, with as much of why as there is room for", () => {
  const text = summaryOf(results({ failed: 12, fallen: [{ title: "worker", broken: broken(12, 9) }] }));
  const last = lastLines(text).join("\n");
  for (let index = 0; index < 12; index++) {
    expect(text).toContain(`why ${index}.8`);
    expect(last).toContain(`✘ a.test.ts > ${index}\n      why ${index}.0`);
  }
  expect(last).toMatch(/^In short:$/m);
  expect(last.endsWith("\n7 passed, 12 failed")).toBe(true);
});

test("where not even the names have room, the full list stands before them", () => {
  const text = summaryOf(results({ failed: 200, fallen: [{ title: "worker", broken: broken(200, 1) }] }));
  expect(text).toContain("✘ a.test.ts > 199");
  const last = lastLines(text);
  expect(last).toContain("In short:");
  expect(last).toContain("  … and the others that are named above");
  expect(last.at(-1)).toBe("7 passed, 200 failed");
});
