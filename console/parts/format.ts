import { html, nothing, type TemplateResult } from "lit";
import { DAY_MS, HOUR_MS } from "../../shared/time.ts";
import { READER } from "../locale.ts";

const numbers = new Intl.NumberFormat(READER);
const moments = new Intl.DateTimeFormat(READER, { dateStyle: "medium", timeStyle: "short" });
const thisYear = new Intl.DateTimeFormat(READER, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const hours = new Intl.DateTimeFormat(READER, { year: "numeric", month: "short", day: "numeric", hour: "numeric" });
const seconds = new Intl.DateTimeFormat(READER, { dateStyle: "medium", timeStyle: "medium" });
const clocks = new Intl.DateTimeFormat(READER, { timeStyle: "medium" });

const daily = new Intl.DateTimeFormat(READER, { timeStyle: "short" });
const days = new Intl.DateTimeFormat(READER, { dateStyle: "medium", timeZone: "UTC" });

/** A UTC day, `YYYY-MM-DD`, as its reader writes dates. */
export const dayName = (day: string): string => days.format(Date.parse(day));
/** Days are UTC's: to a reader elsewhere, when they begin. @param day by whose clock, as some days change it */
export function dayBegins(day: string): TemplateResult | typeof nothing {
  const start = new Date(day);
  if (Number.isNaN(start.getTime()) || start.getTimezoneOffset() === 0) return nothing;
  return html`<p class="muted">Days begin at ${daily.format(start)} here, at midnight UTC.</p>`;
}
export const count = (value: number): string => numbers.format(value);
/** `3.8`, or as its reader writes it `3,8`. */
export const decimal = (value: number, digits = 1): string =>
  value.toLocaleString(READER, { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** A part in whole percent; 100 % are all and 0 % is none. */
export const share = (part: number, whole: number): string => {
  const least = part > 0 ? 1 : 0;
  const most = part < whole ? 99 : 100;
  return `${Math.min(most, Math.max(least, Math.round((part / whole) * 100)))} %`;
};
/** With its sign, as a ledger shows it. */
export const signed = (value: number): string => (value > 0 ? `+${count(value)}` : `−${count(Math.abs(value))}`);

/** A moment in the reader's own time, to the minute, with its year where that is another one; exact in the title. `at` in unix milliseconds. */
export const moment = (at: number): TemplateResult =>
  stamp(new Date(at).getFullYear() === new Date().getFullYear() ? thisYear : moments, at);
/** The same where what happened lies seconds apart. */
export const momentInSeconds = (at: number): TemplateResult => stamp(seconds, at);
/** The hour in which something happened, if nothing finer is kept. `at` is its first moment. */
export const momentInHours = (at: number): TemplateResult => stamp(hours, at);
export const clock = (at: number): TemplateResult => stamp(clocks, at);

const stamp = (format: Pick<Intl.DateTimeFormat, "format">, at: number): TemplateResult => {
  const date = new Date(at);
  // A page may have reported an impossible time.
  if (Number.isNaN(date.getTime())) return html`<span title=${`${at} ms`}>–</span>`;
  return html`<time datetime=${date.toISOString()} title=${date.toISOString()}>${format.format(date)}</time>`;
};

const relative = new Intl.RelativeTimeFormat(READER, { numeric: "auto", style: "short" });
const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", 60_000],
] as const;
/** What is younger than the least of them is not counted. */
const NOW = ["second", Number.POSITIVE_INFINITY] as const;

/** How long ago a moment was, exact in the title. `at` in unix milliseconds. */
export function ago(at: number): TemplateResult {
  const passed = Date.now() - at;
  const [unit, size] = UNITS.find(([, least]) => passed >= least) ?? NOW;
  return stamp({ format: () => relative.format(-Math.max(0, Math.floor(passed / size)), unit) }, at);
}

/** `1 h 02 min`, `3 min 05 s`, `12 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${seconds} s`;
}

/** `visitor_left` → `visitor left`. */
export const words = (code: string): string => code.replaceAll("_", " ");

/** `agent` → `Agent`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
