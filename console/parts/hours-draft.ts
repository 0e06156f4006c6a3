import { DAYS, type Day, minuteOf, type OpeningHours } from "../../shared/hours-clock.ts";
import type { FaultAt } from "../controllers/form.ts";

/** From and to as time fields have them, `HH:MM` or empty; a day ends at `00:00`. */
export type DraftSpan = [from: string, to: string];
/** A day as an owner thinks of it; the spans stay while it is closed, or open around the clock. */
export interface DraftDay {
  open: "closed" | "hours" | "always";
  spans: DraftSpan[];
}
export interface DraftException extends DraftDay {
  /** `YYYY-MM-DD`, or empty. */
  date: string;
}
export interface HoursDraft {
  time_zone: string;
  week: Record<Day, DraftDay>;
  exceptions: DraftException[];
  closed: NonNullable<OpeningHours["closed"]> | "";
}

const USUAL: DraftSpan = ["09:00", "17:00"];
const NEW_SPAN: DraftSpan = ["", ""];

function dayOf(spans: readonly (readonly [string, string])[] | undefined): DraftDay {
  if (!spans?.length) return { open: "closed", spans: [USUAL] };
  if (spans.length === 1 && spans[0]?.[0] === "00:00" && spans[0][1] === "24:00")
    return { open: "always", spans: [USUAL] };
  return { open: "hours", spans: spans.map(([from, to]) => [from, to === "24:00" ? "00:00" : to]) };
}

const weekOf = (day: (name: Day) => DraftDay) =>
  Object.fromEntries(DAYS.map((name) => [name, day(name)])) as HoursDraft["week"];

/** What the form begins with. @param time_zone where there are no hours yet: the browser's */
export function draftOf(hours: OpeningHours | null, time_zone: string): HoursDraft {
  if (!hours)
    return {
      time_zone,
      week: weekOf((name) => ({ open: name === "sat" || name === "sun" ? "closed" : "hours", spans: [USUAL] })),
      exceptions: [],
      closed: "notice",
    };
  const exceptions = (hours.exceptions ?? []).map(({ date, spans }) => ({ date, ...dayOf(spans) }));
  return {
    time_zone: hours.time_zone,
    week: weekOf((name) => dayOf(hours.week[name])),
    exceptions: exceptions.sort((a, b) => a.date.localeCompare(b.date)),
    closed: hours.closed ?? "",
  };
}

export const withoutSpan = (day: DraftDay, at: number): DraftDay =>
  day.spans.length > 1 ? { ...day, spans: day.spans.toSpliced(at, 1) } : { open: "closed", spans: [USUAL] };

/** One more span, to be filled in. */
export const withSpan = (day: DraftDay): DraftDay => ({ open: "hours", spans: [...day.spans, NEW_SPAN] });

export const withMonday = (week: HoursDraft["week"]): HoursDraft["week"] =>
  weekOf((name) => (name === "sat" || name === "sun" ? week[name] : structuredClone(week.mon)));

export const newException = (): DraftException => ({ date: "", ...dayOf([]) });

function spansOf({ open, spans }: DraftDay): [string, string][] {
  if (open === "closed") return [];
  if (open === "always") return [["00:00", "24:00"]];
  return spans.map(([from, to]) => [from, to === "00:00" ? "24:00" : to]);
}

/** As the API takes them: a closed day of the week is left out. */
export function hoursOf({ time_zone, week, exceptions, closed }: HoursDraft): OpeningHours {
  const open = DAYS.filter((name) => week[name].open !== "closed");
  return {
    time_zone,
    week: Object.fromEntries(open.map((name) => [name, spansOf(week[name])])),
    exceptions: exceptions.map((one) => ({ date: one.date, spans: spansOf(one) })),
    ...(closed && { closed }),
  };
}

function faultsOfDay(day: DraftDay, path: string): FaultAt[] {
  if (day.open !== "hours") return [];
  const spans = spansOf(day);
  const faults = spans.map(([from, to]): string => {
    if (!from || !to) return "Fill in both times.";
    if (minuteOf(from) < minuteOf(to)) return "";
    return "The end must be after the start. Open past midnight? End this day at midnight (00:00) and start the next day there.";
  });
  const sorted = spans.map((span, at) => ({ span, at })).filter(({ at }) => !faults[at]);
  sorted.sort((a, b) => minuteOf(a.span[0]) - minuteOf(b.span[0]));
  for (const [place, { span, at }] of sorted.entries()) {
    const before = sorted[place - 1]?.span;
    if (before && minuteOf(span[0]) < minuteOf(before[1]))
      faults[at] = `This overlaps with ${before[0]} to ${before[1]}. Change one of them, or merge them.`;
  }
  return faults.flatMap((msg, at) => (msg ? [{ path: `${path}.${at}`, msg }] : []));
}

/** What is wrong, each at the path that the API would name. */
export function faultsOf({ week, exceptions }: HoursDraft): FaultAt[] {
  const dates = exceptions.map(({ date }) => date);
  return [
    ...DAYS.flatMap((name) => faultsOfDay(week[name], `hours.week.${name}`)),
    ...exceptions.flatMap((one, at) => {
      const path = `hours.exceptions.${at}`;
      const date =
        one.date === "" ? "Choose a date." : dates.indexOf(one.date) < at ? "This date is already in the list." : "";
      return [...(date ? [{ path: `${path}.date`, msg: date }] : []), ...faultsOfDay(one, `${path}.spans`)];
    }),
  ];
}

/** All time zones that the browser knows, and `known` ones besides, as `UTC`. */
export const timeZones = (...known: string[]): string[] =>
  [...new Set([...Intl.supportedValuesOf("timeZone"), ...known])].sort();
