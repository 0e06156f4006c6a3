import { WIDGET_EVENTS } from "../../../shared/analytics.ts";
import type { SearchToolResult } from "../../../shared/knowledge.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../../shared/time.ts";
import type { ToolOutcome } from "../../../shared/tools.ts";
import type { UsageTotals } from "./after-call-rpc.ts";
import type { SiteSums } from "./session-rpc.ts";

/** Days that counts are kept. */
export const COUNT_DAYS = 730;

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
export const firstKeptDay = (now: number): string => dayOf(now - COUNT_DAYS * DAY_MS);

/** When the counts of a day are to be deleted, unix milliseconds. */
export const deletedAt = (day: string): number => Date.parse(day) + (COUNT_DAYS + 1) * DAY_MS;

/** Questions that a project keeps, and days that each is kept after it was last asked. */
export const MAX_QUESTIONS = 1_000;
const QUESTION_DAYS = 90;

/** Questions that were last asked before this instant are kept no longer. */
export const firstKeptQuestion = (now: number): number => now - QUESTION_DAYS * DAY_MS;

/** When a question is to be deleted that was last asked then, to the hour: unix milliseconds. */
export const questionDeletedAt = (last_seen_at: number): number =>
  Math.ceil((last_seen_at + QUESTION_DAYS * DAY_MS + 1) / HOUR_MS) * HOUR_MS;

/** Ids that a store gives begin with its project's, so that each says which store has it. Those below were given by D1. */
export const IDS_OF_PROJECT = 100_000_000;

/** The ids of a project are those above. */
export const idsFrom = (project_id: number): number => project_id * IDS_OF_PROJECT;

/** The project whose store has given an id; `null` where D1 has. */
export const projectOfId = (id: number): number | null =>
  id < IDS_OF_PROJECT ? null : Math.floor(id / IDS_OF_PROJECT);

/** An analysis that is pending or to be announced for longer was cut off by a crash. Milliseconds. */
export const ANALYSIS_STUCK_AFTER = 300_000;

/** Usage of a session for which no vendor reported any. */
export const NO_USAGE: UsageTotals = { input_tokens: 0, output_tokens: 0, total_tokens: 0, seconds: 0 };

/** Figures of a site that had no calls. */
export const NO_CALLS: SiteSums = {
  ...{ calls: 0, test_calls: 0, connected: 0, failed: 0, seconds: 0, ratings: 0, rating_sum: 0, running: 0 },
  week_credits: 0,
};

/** The passage that stands first in the outcome of a search, if that is answered. */
export function firstPassage(outcome: ToolOutcome): SearchToolResult["passages"][number] | null {
  if (!outcome.success) return null;
  const { found, passages } = (outcome.result ?? {}) as Partial<SearchToolResult>;
  return (found === true && passages?.[0]) || null;
}

/**
 * Ids of events: so many in each millisecond since that day. They are below 10^15 for 30 years, and above all that D1 has
 * given.
 */
export const EVENTS_PER_MS = 1_024;
export const DAY_ONE = Date.UTC(2025, 0, 1);

/** Numbers of the search's documents: so many in each millisecond in which a session may begin. */
export const DOCUMENTS_PER_MS = 2_048;

/** When the window of this length began that an instant is in; unix milliseconds. */
export const startOf = (now: number, length: number): number => now - (now % length);

/** Counts that bound contacts are kept so long: an hour or a day that is over bounds nothing. */
export const CONTACT_COUNTS_MS = 2 * DAY_MS;

/** How soon contacts are announced again where that failed, or where the object died meanwhile. */
export const ANNOUNCE_AGAIN_MS = 60_000;

/**
 * When contacts of no session are looked at again, unix milliseconds: as the oldest is due, but within a day, since the project may
 * keep them shorter by then.
 */
export const looseDueAt = (oldest: number, retention_days: number, now: number): number =>
  Math.max(now + HOUR_MS, Math.min(now + DAY_MS, oldest + retention_days * DAY_MS + 1));
