import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { fits, normal, readPattern } from "../../worker/objects/source-crawler/path-pattern.ts";
import { readRobots } from "../../worker/objects/source-crawler/robots-rules.ts";
import { runs } from "../harness/random/runs.ts";

const read = (lines: string[]) => readRobots(`user-agent: *\n${lines.join("\n")}`, "Bot");

test("the longest rule that fits decides, whatever it is looked up by", () => {
  const part = fc.constantFrom("/", "a", "b", "*", "$", "/a", "ab", "%61", "?x=", "é");
  const written = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  const rules = fc.array(fc.record({ written, allow: fc.boolean() }), { minLength: 1, maxLength: 6 });
  const paths = fc.array(fc.constantFrom("/", "a", "b", "$", "?x=", "é", "%61"), { maxLength: 6 });
  fc.assert(
    fc.property(rules, paths, (all, parts) => {
      const path = `/${parts.join("")}`;
      const one = all
        .map(({ written: text, allow }) => ({ ...readPattern(text), allow }))
        .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))
        .find((rule) => fits(rule, normal(path)));
      const lines = all.map(({ written: text, allow }) => `${allow ? "allow" : "disallow"}: ${text}`);
      expect(read(lines).allows(path)).toBe(one?.allow ?? true);
    }),
    { numRuns: runs(2_000) },
  );
});

test("of one rule that is written twice the longer way counts", () => {
  for (const stars of [
    ["**", "*"],
    ["*", "**"],
  ])
    expect(read(["disallow: /$", ...stars.map((star) => `allow: ${star}`)]).allows("/")).toBe(true);
});

test("a file full of rules costs a path no more than a few of them", () => {
  const many = read(Array.from({ length: 30_000 }, (_, n) => `disallow: /p${n}`));
  const compared = [vi.spyOn(String.prototype, "startsWith"), vi.spyOn(String.prototype, "indexOf")];
  expect([many.allows("/p29999/x"), many.allows("/q")]).toEqual([false, true]);
  const calls = compared.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of compared) spy.mockRestore();
  expect(calls).toBeLessThan(100);
  expect(many.weight(1_000)).toBeLessThan(100);
});

test("rules with a star are so many at most; a file with more is not guessed at", () => {
  const starred = (count: number) => read(Array.from({ length: count }, (_, n) => `disallow: /*p${n}$`));
  expect(starred(1_000)).toMatchObject({ problem: null });
  expect(starred(1_001).problem).toMatch(/more than 1,000 rules/);
  expect(read(Array.from({ length: 5_000 }, () => "disallow: /*.pdf$")).problem, "one, written again").toBeNull();
});
