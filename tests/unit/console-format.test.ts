import { expect, test } from "vitest";
import { englishAs } from "../../console/locale.ts";
import { ago, clock, moment, momentInHours, momentInSeconds, share } from "../../console/parts/format.ts";

test.each([moment, momentInSeconds, clock])(
  "a moment that no calendar has does not break the page that shows it",
  (shown) => {
    for (const at of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 8.64e15 + 1, Number.NaN])
      expect(shown(at).values).toEqual([`${at} ms`]);
    expect(shown(0).values).toContain("1970-01-01T00:00:00.000Z");
  },
);

test.each([
  ["de-DE", "28 Nov 2026, 18:05"],
  ["de", "28 Nov 2026, 18:05"],
  ["en-US", "Nov 28, 2026, 6:05 PM"],
  ["ja", "Nov 28, 2026, 18:05"],
])("a reader with %s reads English words in the order of their own region", (language, expected) => {
  const format = new Intl.DateTimeFormat(englishAs(language), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  expect(format.format(Date.UTC(2026, 10, 28, 18, 5)).replaceAll("\u202f", " ")).toBe(expected);
});

test("of what is kept to the hour no minute is shown", () => {
  const at = new Date(2026, 10, 28, 18).getTime();
  expect(moment(at).values.join()).toContain(":00");
  expect(momentInHours(at).values.at(-1)).toMatch(/^Nov 28, 2026, 6\sPM$/);
});

test("what was less than a minute ago is now", () => {
  expect(ago(Date.now()).values).toContain("now");
  expect(ago(Date.now() - 61_000).values).toContain("1 min. ago");
});

test.each([
  [999, 1000, "99 %"],
  [1000, 1000, "100 %"],
  [1, 1000, "1 %"],
  [0, 1000, "0 %"],
  [2, 3, "67 %"],
])("%i of %i are %s: only all are 100 %, and only none is 0 %", (part, whole, shown) => {
  expect(share(part, whole)).toBe(shown);
});
