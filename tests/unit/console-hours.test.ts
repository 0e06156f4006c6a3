import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DraftSpan,
  draftOf,
  faultsOf,
  type HoursDraft,
  hoursOf,
  withMonday,
} from "../../console/parts/hours-draft.ts";
import { DAYS } from "../../shared/hours-clock.ts";
import { openingHours } from "../../shared/opening-hours.ts";
import { runs } from "../harness/random/runs.ts";

const STORED = {
  time_zone: "Europe/Berlin",
  week: {
    mon: [["09:00", "12:00"] as [string, string], ["13:00", "24:00"] as [string, string]],
    sat: [["00:00", "24:00"] as [string, string]],
  },
  exceptions: [
    { date: "2026-12-31", spans: [["09:00", "12:00"] as [string, string]] },
    { date: "2026-12-24", spans: [] },
  ],
  closed: "contact" as const,
};

const time = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 15, 30))
  .map((parts) => parts.map((n) => `${n}`.padStart(2, "0")).join(":"));
const span: fc.Arbitrary<DraftSpan> = fc.tuple(time, fc.oneof(time, fc.constant("")));
const day = fc.record({
  open: fc.constantFrom("closed" as const, "hours" as const, "always" as const),
  spans: fc.array(span, { minLength: 1, maxLength: 3 }),
});
const date = fc.constantFrom("", "2026-12-24", "2026-12-25", "2026-12-31");
const draft: fc.Arbitrary<HoursDraft> = fc.record({
  time_zone: fc.constantFrom("UTC", "Europe/Berlin"),
  week: fc.record({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }),
  exceptions: fc.array(
    fc.tuple(date, day).map(([on, rest]) => ({ date: on, ...rest })),
    { maxLength: 3 },
  ),
  closed: fc.constantFrom("" as const, "notice" as const, "hide" as const),
});

describe("opening hours in the console", () => {
  test("what is stored is shown, and sent as it was, dates in order", () => {
    const shown = draftOf(STORED, "UTC");
    expect(shown.week.mon).toEqual({
      open: "hours",
      spans: [
        ["09:00", "12:00"],
        ["13:00", "00:00"],
      ],
    });
    expect(shown.week.sat.open).toBe("always");
    expect(shown.week.tue.open).toBe("closed");
    expect(hoursOf(shown)).toEqual({ ...STORED, exceptions: STORED.exceptions.toReversed() });
  });

  test("a shop without hours begins with a usual week in the browser's time zone, and says when it opens", () => {
    const begun = hoursOf(draftOf(null, "America/Lima"));
    expect(begun).toMatchObject({ time_zone: "America/Lima", closed: "notice", week: { fri: [["09:00", "17:00"]] } });
    expect(Object.keys(begun.week)).toEqual(["mon", "tue", "wed", "thu", "fri"]);
    expect(faultsOf(draftOf(null, "America/Lima"))).toEqual([]);
  });

  test("Monday goes to the other weekdays, and the weekend stays", () => {
    const { week } = draftOf(STORED, "UTC");
    const copied = withMonday(week);
    for (const name of DAYS) expect(copied[name]).toEqual(name === "sat" || name === "sun" ? week[name] : week.mon);
    expect(copied.tue).not.toBe(copied.wed);
  });

  test("each fault is named at the row that has it", () => {
    const wrong = draftOf(STORED, "UTC");
    wrong.week.mon.spans = [
      ["10:00", "12:00"],
      ["11:00", "13:00"],
      ["18:00", "17:00"],
      ["20:00", ""],
    ];
    wrong.exceptions[1] = { date: "2026-12-24", open: "closed", spans: [] };
    expect(faultsOf(wrong).map(({ path }) => path)).toEqual([
      "hours.week.mon.1",
      "hours.week.mon.2",
      "hours.week.mon.3",
      "hours.exceptions.1.date",
    ]);
  });

  test("what is found right here the server takes, what is found wrong it refuses, at the same day", () => {
    fc.assert(
      fc.property(draft, (one) => {
        const faults = faultsOf(one);
        const { success, error } = openingHours.safeParse(hoursOf(one));
        expect(success, JSON.stringify(faults)).toBe(faults.length === 0);
        const dayAt = (path: readonly PropertyKey[]) => path.slice(0, 2).join(".");
        expect(new Set(error?.issues.map(({ path }) => dayAt(path)) ?? [])).toEqual(
          new Set(faults.map(({ path }) => dayAt(path.split(".").slice(1)))),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  test("what was sent is shown as it was written", () => {
    fc.assert(
      fc.property(draft, (one) => {
        fc.pre(faultsOf(one).length === 0);
        const sent = hoursOf(one);
        const byDate = (hours: typeof sent) => ({
          ...hours,
          exceptions: hours.exceptions?.toSorted((a, b) => a.date.localeCompare(b.date)),
        });
        expect(byDate(hoursOf(draftOf(sent, "UTC")))).toEqual(byDate(sent));
      }),
      { numRuns: runs(100) },
    );
  });
});
