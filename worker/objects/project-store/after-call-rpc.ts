import type { UsageNumbers } from "../../../shared/events.ts";

/** One response's or item's usage; `at` is when it was first reported, unix milliseconds. */
export type UsageRow = UsageNumbers & { id: string; at: number };
export interface UsageTotals {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  seconds: number;
}

/** What a session came to. */
export interface SessionTotals {
  session_id: string;
  usage: UsageTotals;
  rating: number | null;
}

/** Where a session stands among those of its project. */
export interface SessionPlace {
  /** Unix milliseconds. */
  started_at: number;
  id: string;
}

/** Which rated sessions are looked for; times are unix milliseconds. */
export interface RatedAsked {
  /** `null` for any. */
  rating: number | null;
  /** The oldest first, not the newest. */
  oldest: boolean;
  /** The session behind which the page begins, `null` for the first page. */
  before: SessionPlace | null;
  from: number | null;
  /** Not included. */
  until: number | null;
}
/** In the order that was asked. `next` is the `before` of the next page, `null` if there is none. */
export interface RatedPage {
  rated: [session_id: string, rating: number][];
  next: SessionPlace | null;
}

/** What a project's store tells of what its calls came to. */
export interface AfterCallRpc {
  /** In the order of the reports. */
  usageOf(project_id: number, session_id: string, limit: number): Promise<UsageRow[]>;
  /** What each of these sessions used in all, and how it was rated. */
  totals(project_id: number, session_ids: readonly string[]): Promise<SessionTotals[]>;
  /** Sessions that their visitors rated, by their starts. */
  rated(project_id: number, asked: RatedAsked, limit: number): Promise<RatedPage>;
}
