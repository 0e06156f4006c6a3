import type { Analysis, AnalysisResult } from "../../../shared/analysis.ts";
import type { ContactLeft } from "../../../shared/contacts.ts";
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

/** What is kept of a session besides its events and calls of tools. */
export interface AfterCall {
  /** In the order of the reports. */
  usage: UsageRow[];
  /** Totals of all its usage. */
  totals: UsageTotals;
  rating: number | null;
  /** The oldest first. */
  contacts: ContactLeft[];
  /** `null` where none was requested. */
  analysis: Analysis | null;
}

/** Where a session stands among those of its project. */
export interface SessionPlace {
  /** Unix milliseconds. */
  started_at: number;
  id: string;
}

/** Which rated sessions are looked for; times are unix milliseconds. */
export interface RatedAsked {
  rating: number;
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

/** A session that is to be analyzed. */
export interface AnalysisAsked {
  session_id: string;
  org_id: number;
  agent_id: number;
  agent_name: string;
}

/** An analysis that a crash has cut off, with its number of attempts including the one that begins now. */
export interface StuckAnalysis {
  session_id: string;
  agent_id: number;
  tries: number;
}

/** A result. */
export interface AnalysisDone extends AnalysisAsked {
  project_id: number;
  result: AnalysisResult;
  /** When it ended; unix milliseconds. */
  at: number;
}

/** What a project's store tells of what its calls came to. */
export interface AfterCallRpc {
  /** @param most_usage rows of usage at most */
  afterCall(project_id: number, session_id: string, most_usage: number): Promise<AfterCall>;
  /** What each of these sessions used in all, and how it was rated. */
  totals(project_id: number, session_ids: readonly string[]): Promise<SessionTotals[]>;

  /** As a session shows it, `null` where none was requested. */
  analysis(project_id: number, session_id: string): Promise<Analysis | null>;
  /** Requests analyses, one for each session. @returns those that were not requested before */
  requestAnalyses(project_id: number, asked: readonly AnalysisAsked[], now: number): Promise<string[]>;
  /** Requests an analysis again, also after it has failed or finished. */
  requestAnalysisAgain(project_id: number, asked: AnalysisAsked, now: number): Promise<void>;
  /**
   * Counts an attempt, once, though the call may come twice.
   * @param attempt 1 for the first
   * @returns whether it is the next one, or the last that was counted: not where the session was erased meanwhile, another attempt
   *   has ended it, or others have gone on with it
   */
  beginAnalysis(project_id: number, session_id: string, attempt: number, now: number): Promise<boolean>;
  /** The result of a pending analysis. The webhooks have to be told. */
  finishAnalysis(project_id: number, session_id: string, result: AnalysisResult, now: number): Promise<void>;
  failAnalysis(project_id: number, session_id: string, detail: string, now: number): Promise<void>;
  /** Begins an attempt for the oldest that is pending since before an instant: nobody else gets it. */
  claimStuckAnalysis(project_id: number, before: number, now: number): Promise<StuckAnalysis | null>;
  /**
   * Results that the webhooks were not told of yet, the oldest first.
   * @param session_id only this session's, `null` for all
   */
  unannouncedAnalyses(project_id: number, session_id: string | null, limit: number): Promise<AnalysisDone[]>;
  markAnalysesAnnounced(
    project_id: number,
    announced: readonly Pick<AnalysisDone, "session_id" | "at">[],
  ): Promise<void>;
  /** Whether one is pending, or to be announced. */
  hasOpenAnalyses(project_id: number): Promise<boolean>;
}
