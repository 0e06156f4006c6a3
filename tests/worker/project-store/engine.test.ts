import { expect, test } from "vitest";
import { WIDGET_EVENTS } from "../../../shared/analytics.ts";
import { countedNames, deletedAt, firstKeptDay } from "../../../worker/objects/project-store/engine.ts";

const names = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `n_${from + n}`);

test("a day has 200 names of a site's own, however they come, and always the widget's", () => {
  const counted = countedNames([...names(20, 190), ...WIDGET_EVENTS], names(190));
  expect(counted.size).toBe(200 + WIDGET_EVENTS.length);
  expect([...counted].filter((name) => /^n_/.test(name))).toEqual(names(200));
  // What is counted already goes on, and the widget's own take no place of others.
  expect(countedNames(["n_3", "new"], [...names(200), "open"])).toEqual(new Set([...names(200), ...WIDGET_EVENTS]));
});

test("a day's counts are deleted when they are no longer kept", () => {
  const at = Date.UTC(2026, 10, 26, 15);
  const first = firstKeptDay(at);
  expect(first).toBe("2024-11-26");
  expect(deletedAt(first)).toBe(Date.UTC(2026, 10, 27));
  expect(firstKeptDay(deletedAt(first))).toBe("2024-11-27");
  expect(firstKeptDay(deletedAt(first) - 1)).toBe(first);
});
