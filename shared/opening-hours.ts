import * as z from "zod";
import { whateverInside } from "./fields.ts";
import { DAYS, isTimeZone, minuteOf, type OpeningHours } from "./hours-clock.ts";
import { MAX_DAY_SPANS, MAX_HOUR_EXCEPTIONS } from "./limits.ts";

/** `["09:00","17:00"]`, local time; `24:00` ends a day. */
const time = (pattern: RegExp, hint: string) => z.string().regex(pattern, hint);
const span = z
  .tuple([
    time(/^([01]\d|2[0-3]):[0-5]\d$/, "Write the time as HH:MM, e.g. 09:00"),
    time(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Write the time as HH:MM, e.g. 17:00; 24:00 ends the day"),
  ])
  .refine(
    ([from, to]) => minuteOf(from) < minuteOf(to),
    "The end must be after the beginning; write two spans over midnight",
  );

const isSpan = (one: unknown): one is [string, string] =>
  Array.isArray(one) && one.length === 2 && one.every((time) => typeof time === "string");

const spans = z
  .array(span)
  .max(MAX_DAY_SPANS)
  .superRefine((list, check) => {
    const sorted = list.filter(isSpan).sort((a, b) => minuteOf(a[0]) - minuteOf(b[0]));
    for (const [index, one] of sorted.entries()) {
      const next = sorted[index + 1];
      if (next && minuteOf(next[0]) < minuteOf(one[1]))
        check.addIssue({
          code: "custom",
          message: `${one[0]}–${one[1]} and ${next[0]}–${next[1]} overlap; write one span instead`,
        });
    }
  }, whateverInside);

const week = z.strictObject(
  Object.fromEntries(DAYS.map((day) => [day, spans.optional()])) as Record<
    (typeof DAYS)[number],
    z.ZodOptional<typeof spans>
  >,
);

const exception = z.strictObject({
  date: z.iso.date("Write a date as YYYY-MM-DD"),
  spans: spans.describe("Instead of the week's; none closes the day."),
});

/** Opening hours of a project. A day of the week that is left out is closed. */
export const openingHours = z.strictObject({
  time_zone: z.string().max(64).refine(isTimeZone, "Write a time zone of the IANA list, e.g. Europe/Berlin"),
  week,
  exceptions: z
    .array(exception)
    .max(MAX_HOUR_EXCEPTIONS)
    .superRefine((list, check) => {
      const seen = new Set<string>();
      for (const [index, one] of (list as ({ date?: unknown } | null)[]).entries()) {
        const date = one?.date;
        if (typeof date !== "string") continue;
        if (seen.has(date))
          check.addIssue({ code: "custom", path: [index, "date"], message: "Another exception has the same date" });
        seen.add(date);
      }
    }, whateverInside)
    .optional(),
  closed: z
    .enum(["notice", "contact", "hide"])
    .optional()
    .describe("What visitors see outside of them; left out, sessions start all the same."),
}) satisfies z.ZodType<OpeningHours>;

/** What `GET /config` says of them; times are unix milliseconds. */
export const hoursNow = z.object({
  open: z.boolean(),
  opens_at: integerOrNull("When it opens next; `null` while it is open, and where that is never."),
  closed: z.enum(["notice", "contact", "hide"]).nullable().describe("What the widget shows while it is not open."),
  time_zone: z.string().nullable(),
});
export type HoursNow = z.infer<typeof hoursNow>;

function integerOrNull(description: string) {
  return z.int().nullable().describe(description);
}
