import { describe, expect, it } from "vitest";
import { hoursAt, type OpeningHours } from "../../shared/hours-clock.ts";
import { openingHours } from "../../shared/opening-hours.ts";

const berlin = (week: OpeningHours["week"], more: Partial<OpeningHours> = {}): OpeningHours => ({
  time_zone: "Europe/Berlin",
  week,
  ...more,
});
const at = (text: string) => Date.parse(text);
const DAILY = Object.fromEntries(
  ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, [["02:15", "02:45"]]]),
);

describe("hoursAt", () => {
  it("is always open without hours", () => {
    expect(hoursAt(null, 0)).toMatchObject({ open: true, opens_at: null });
  });

  it("knows the week on the wall clock, summer and winter", () => {
    const hours = berlin({ mon: [["09:00", "17:00"]] });
    // Monday, 16 November 2026: Berlin is one hour ahead.
    expect(hoursAt(hours, at("2026-11-16T07:59:59Z"))).toMatchObject({
      open: false,
      opens_at: at("2026-11-16T08:00:00Z"),
    });
    expect(hoursAt(hours, at("2026-11-16T08:00:00Z"))).toMatchObject({
      open: true,
      opens_at: null,
      until: at("2026-11-16T16:00:00Z"),
    });
    // In July it is two.
    expect(hoursAt(hours, at("2026-07-13T07:00:00Z")).open).toBe(true);
    expect(hoursAt(hours, at("2026-11-16T16:00:00Z"))).toMatchObject({
      open: false,
      opens_at: at("2026-11-23T08:00:00Z"),
    });
  });

  it("lets exceptions stand for the week's spans", () => {
    const hours = berlin(
      { mon: [["09:00", "17:00"]] },
      {
        exceptions: [
          { date: "2026-11-16", spans: [] },
          { date: "2026-11-17", spans: [["10:00", "11:00"]] },
        ],
      },
    );
    expect(hoursAt(hours, at("2026-11-16T10:00:00Z"))).toMatchObject({
      open: false,
      opens_at: at("2026-11-17T09:00:00Z"),
    });
  });

  it("goes on over midnight where one span ends and the next begins there", () => {
    const hours = berlin({ mon: [["20:00", "24:00"]], tue: [["00:00", "02:00"]] });
    expect(hoursAt(hours, at("2026-11-16T22:59:59Z"))).toMatchObject({ open: true, until: at("2026-11-17T01:00:00Z") });
    expect(hoursAt(hours, at("2026-11-16T23:00:00Z")).open).toBe(true);
  });

  it("leaves out a span in the hour that a clock change skips", () => {
    // 29 March 2026: 02:00 becomes 03:00.
    expect(hoursAt(berlin(DAILY), at("2026-03-28T12:00:00Z"))).toMatchObject({
      open: false,
      opens_at: at("2026-03-30T00:15:00Z"),
    });
  });

  it("takes a span twice in the hour that comes twice", () => {
    // 25 October 2026: 03:00 becomes 02:00.
    const first = hoursAt(berlin(DAILY), at("2026-10-24T23:00:00Z"));
    expect(first).toMatchObject({ open: false, opens_at: at("2026-10-25T00:15:00Z") });
    expect(hoursAt(berlin(DAILY), at("2026-10-25T00:45:00Z"))).toMatchObject({
      open: false,
      opens_at: at("2026-10-25T01:15:00Z"),
    });
    expect(hoursAt(berlin(DAILY), at("2026-10-25T01:44:59Z")).open).toBe(true);
  });

  it("begins late where the change falls into the span, and opens for good where the week never closes", () => {
    const night = berlin({ sun: [["01:30", "04:00"]] });
    expect(hoursAt(night, at("2026-03-29T00:59:59Z")).open).toBe(true);
    expect(hoursAt(night, at("2026-03-29T01:30:00Z"))).toMatchObject({ open: true, until: at("2026-03-29T02:00:00Z") });
    const always = berlin(Object.fromEntries(Object.keys(DAILY).map((day) => [day, [["00:00", "24:00"]]])));
    expect(hoursAt(always, at("2026-03-29T01:00:00Z")).open).toBe(true);
  });

  it("never opens where there is no span", () => {
    expect(hoursAt(berlin({}), at("2026-11-16T10:00:00Z"))).toMatchObject({ open: false, opens_at: null });
  });

  it("knows zones with halves of an hour", () => {
    const hours: OpeningHours = { time_zone: "Asia/Kolkata", week: { mon: [["09:00", "17:00"]] } };
    expect(hoursAt(hours, at("2026-11-16T03:00:00Z"))).toMatchObject({ opens_at: at("2026-11-16T03:30:00Z") });
  });
});

describe("openingHours", () => {
  const good = {
    time_zone: "Europe/Berlin",
    week: {
      mon: [
        ["09:00", "12:00"],
        ["12:00", "24:00"],
      ],
    },
    closed: "contact",
  };
  const wrong: [string, object][] = [
    [
      "overlap",
      {
        ...good,
        week: {
          mon: [
            ["09:00", "12:00"],
            ["11:59", "13:00"],
          ],
        },
      },
    ],
    ["end before they begin", { ...good, week: { mon: [["17:00", "09:00"]] } }],
    ["end where they begin", { ...good, week: { mon: [["09:00", "09:00"]] } }],
    ["are no times", { ...good, week: { mon: [["9", "17:60"]] } }],
    ["begin at 24:00", { ...good, week: { mon: [["24:00", "24:00"]] } }],
    ["are of no day", { ...good, week: { someday: [] } }],
    ["have an unknown zone", { ...good, time_zone: "Middle/Earth" }],
    [
      "have two exceptions for a day",
      {
        ...good,
        exceptions: [
          { date: "2026-12-24", spans: [] },
          { date: "2026-12-24", spans: [] },
        ],
      },
    ],
    ["have a date that is none", { ...good, exceptions: [{ date: "2026-02-30", spans: [] }] }],
    ["close in an unknown way", { ...good, closed: "maybe" }],
  ];
  it("takes spans that touch", () => expect(openingHours.safeParse(good).success).toBe(true));
  it.each(wrong)("refuses hours that %s", (_, hours) => expect(openingHours.safeParse(hours).success).toBe(false));
});
