import { expect, test } from "vitest";
import { clock, moment, momentInSeconds } from "../../console/parts/format.ts";

test.each([moment, momentInSeconds, clock])(
  "a moment that no calendar has does not break the page that shows it",
  (shown) => {
    for (const at of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 8.64e15 + 1, Number.NaN])
      expect(shown(at).values).toEqual([`${at} ms`]);
    expect(shown(0).values).toContain("1970-01-01T00:00:00.000Z");
  },
);
