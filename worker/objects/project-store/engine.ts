import { WIDGET_EVENTS } from "../../../shared/analytics.ts";

/** Days that counts are kept. */
export const COUNT_DAYS = 730;
const DAY_MS = 86_400_000;

/**
 * The most names of its own that a site may count in a day, so that a public key cannot fill the store. The widget's own
 * names are always counted.
 */
const MAX_NAMES_A_DAY = 200;
const ALWAYS: ReadonlySet<string> = new Set(WIDGET_EVENTS);

/** The names that are counted, of those that a page sends. @param known names that were counted on that day */
export function countedNames(names: readonly string[], known: Iterable<string>): ReadonlySet<string> {
  const counted = new Set(known);
  for (const name of ALWAYS) counted.add(name);
  for (const name of names) if (counted.size < MAX_NAMES_A_DAY + ALWAYS.size) counted.add(name);
  return counted;
}

/** The first UTC day (YYYY-MM-DD) whose counts are kept. */
export const firstKeptDay = (now: number): string => new Date(now - COUNT_DAYS * DAY_MS).toISOString().slice(0, 10);

/** When the counts of a day are to be deleted, unix milliseconds. */
export const deletedAt = (day: string): number => Date.parse(day) + (COUNT_DAYS + 1) * DAY_MS;
