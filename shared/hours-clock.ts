import { DAY_MS, dayOf } from "./time.ts";

/**
 * When a project is open, by its local time. Pure: plain TypeScript and `Intl`, no zod, so that any realm may
 * use it. A span that falls into the hour that a clock change skips does not take place; in an hour that comes twice it
 * takes place twice.
 */
export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof DAYS)[number];
type Span = [string, string];

export interface OpeningHours {
  time_zone: string;
  week: Partial<Record<Day, Span[] | undefined>>;
  exceptions?: { date: string; spans: Span[] }[] | undefined;
  closed?: "notice" | "contact" | "hide" | undefined;
}

const MINUTE = 60_000;
/** As far as the next opening is looked for. */
const HORIZON_DAYS = 400;

/** `"09:30"` as minutes of the day, `"24:00"` as 1440. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(time_zone: string): Intl.DateTimeFormat {
  const clock = clocks.get(time_zone);
  if (clock) return clock;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: time_zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  clocks.set(time_zone, made);
  return made;
}

/** How far local time is ahead of UTC at this instant, in milliseconds. */
function offsetAt(time_zone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(time_zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** Spans of a local day as minutes; `local` is any instant of it, read as if local time were UTC. */
function spansOf(hours: OpeningHours, local: number): [number, number][] {
  const date = dayOf(local);
  const weekday = DAYS[(new Date(local).getUTCDay() + 6) % 7] ?? "mon";
  const spans = hours.exceptions?.find((one) => one.date === date)?.spans ?? hours.week[weekday] ?? [];
  return spans.map(([from, to]) => [minuteOf(from), minuteOf(to)]);
}

function openAtLocal(hours: OpeningHours, local: number): boolean {
  const minute = (((local % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE;
  return spansOf(hours, local).some(([from, to]) => minute >= from && minute < to);
}

const openAt = (hours: OpeningHours, at: number) => openAtLocal(hours, at + offsetAt(hours.time_zone, at));

/** The instant within `[from, to)` at which the clock is changed, to the second; `to` where it is not. */
function clockChange(time_zone: string, from: number, to: number): number {
  const before = offsetAt(time_zone, from);
  if (offsetAt(time_zone, to) === before) return to;
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (offsetAt(time_zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The first instant after `now` at which it is open (or closed), `null` where there is none within a year. */
function nextChange(hours: OpeningHours, now: number, open: boolean): number | null {
  for (let from = now, end = now + HORIZON_DAYS * DAY_MS; from < end; ) {
    const to = clockChange(hours.time_zone, from, from + DAY_MS);
    const offset = offsetAt(hours.time_zone, from);
    const found = candidates(hours, from, to, offset).find((at) => at > now && openAt(hours, at) === open);
    if (found !== undefined) return found;
    from = to;
  }
  return null;
}

/** Where something may change within `[from, to)`, in which the clock keeps its offset. */
function candidates(hours: OpeningHours, from: number, to: number, offset: number): number[] {
  const days = [from];
  for (let day = Math.floor((from + offset) / DAY_MS) * DAY_MS; day < to + offset; day += DAY_MS) {
    days.push(day - offset);
    for (const [start, end] of spansOf(hours, day))
      days.push(day + start * MINUTE - offset, day + end * MINUTE - offset);
  }
  return days.filter((at) => at >= from && at < to).sort((a, b) => a - b);
}

export interface HoursState {
  open: boolean;
  /** When it opens next, `null` while it is open and where that is never; unix milliseconds. */
  opens_at: number | null;
  /** Until when this holds; unix milliseconds. */
  until: number;
}

/** Whether it is open at `now` (unix milliseconds). Without hours it always is. */
export function hoursAt(hours: OpeningHours | null, now: number): HoursState {
  if (!hours) return { open: true, opens_at: null, until: Number.POSITIVE_INFINITY };
  const open = openAt(hours, now);
  const next = nextChange(hours, now, !open);
  return { open, opens_at: open ? null : next, until: next ?? now + DAY_MS };
}
