import type { InputMode } from "../../../shared/input-mode.ts";
import type { Provider } from "../../../shared/providers.ts";
import type { EndReason, SessionState } from "../../../shared/session.ts";
import type { StatisticsDay } from "../../../shared/statistics.ts";
import type { PersonCounts } from "../project-desk/rpc.ts";
import type { SessionPlace } from "./after-call-rpc.ts";

/** A session as the operator may see it. Times are unix milliseconds. */
export interface SessionRow {
  id: string;
  org_id: number;
  project_id: number;
  agent_id: number;
  agent_name: string;
  key_id: number | null;
  provider: Provider;
  vendor: string | null;
  llm_model: string | null;
  subject: string | null;
  call_id: string | null;
  state: SessionState;
  end_reason: EndReason | null;
  started_at: number;
  connected_at: number | null;
  ended_at: number | null;
  charged: number | null;
}

/** A session that was found. */
export interface SessionFound extends SessionRow {
  /** 1 for a test call from the console. */
  test: number;
}

/** What the ledger tells of a session. */
export interface SessionCopy extends SessionFound {
  /** Grows with every change, so that a late copy never undoes a newer one. */
  revision: number;
}

/** What a list shows of a session: what the visitor said first, and how, on which page it began, why one that failed did, the newest contact, rating and summary. */
export interface SessionOpening {
  session_id: string;
  asked: string | null;
  input: InputMode | null;
  page: string | null;
  failure: string | null;
  contact_id: number | null;
  rating: number | null;
  summary: string | null;
}

/** A session as a list shows it. */
export type SessionListed = SessionFound & Omit<SessionOpening, "session_id">;

/** Which sessions are looked for; `null` is any. Times are unix milliseconds. */
export interface SessionFilter {
  /** The only organization whose sessions may be seen, `null` for all: those from before a project moved stay where they were. */
  scope: number | null;
  /** An FTS5 query. */
  match: string | null;
  rating: number | null;
  agent: number | null;
  from: number | null;
  /** Not included. */
  until: number | null;
  reason: string | null;
  /** Whether there was a conversation. */
  connected: boolean | null;
  /** Seconds that were talked, both included. */
  min_seconds: number | null;
  max_seconds: number | null;
  /** Whether it is a test call from the console. */
  test: boolean | null;
  /** The only visitor whose sessions count, as sessions name them. */
  subject: string | null;
  /** Credits that were charged, both included. */
  min_credits: number | null;
  max_credits: number | null;
  /** The oldest first, not the newest. */
  oldest: boolean;
}

/** A page of a list of sessions. */
export interface SessionsFound {
  rows: SessionListed[];
  /** Where the next page begins; `null` at the end. */
  next: SessionPlace | null;
}

/** Sessions that began in [from, until), unix milliseconds. */
export interface Summed {
  /** The only organization whose sessions count, `null` for all. */
  scope: number | null;
  agent_id: number | null;
  from: number;
  until: number;
  /** Whether only test calls or only others count, `null` for all. */
  test: boolean | null;
}

/** What the calls of a site came to on a day, and in the week until now; but for the two counts, without test calls. */
export interface SiteSums {
  calls: number;
  test_calls: number;
  connected: number;
  failed: number;
  seconds: number;
  ratings: number;
  rating_sum: number;
  /** Numbers of the week, with test calls. */
  running: number;
  week_credits: number;
}

/** A visitor as an agent knows them: whoever pays for it. */
export interface Visitor {
  org_id: number;
  agent_id: number;
  /** `user:…` or `visitor:…` */
  subject: string;
}

/** What a project's store does with sessions. */
export interface SessionRpc {
  /**
   * Keeps what the ledger published. A late copy never overwrites a newer one, and never brings back the subject of a visitor who
   * was forgotten meanwhile.
   * @throws Error where D1's history is still coming in
   */
  keepSessions(project_id: number, copies: readonly SessionCopy[]): Promise<void>;
  session(project_id: number, id: string): Promise<SessionFound | null>;
  /** What these sessions' agents were called; those that are not there, or another's than `scope`'s, are left out. */
  agentNames(project_id: number, ids: readonly string[], scope: number | null): Promise<[id: string, name: string][]>;
  /** Behind the cursor, in the filter's order. Where few fulfil it, a page is short, or empty, and goes on behind what was looked at. */
  findSessions(
    project_id: number,
    filter: SessionFilter,
    before: SessionPlace | null,
    limit: number,
  ): Promise<SessionsFound>;
  /** What a list shows of each of these sessions. @param failed those of them that failed */
  openings(project_id: number, session_ids: readonly string[], failed: readonly string[]): Promise<SessionOpening[]>;
  /** Brings the search up to date. @returns how many sessions of at most so many that had grown were indexed */
  index(project_id: number, limit: number): Promise<number>;
  /** A digest of the visitor's last conversations, `null` where there were none. @param since unix milliseconds */
  memoryOf(project_id: number, visitor: Visitor, since: number): Promise<string | null>;
  /** Adds what a person did. A repetition adds it again. */
  addPersonCounts(project_id: number, session_id: string, org_id: number, counts: PersonCounts): Promise<void>;
  /** Calls with these keys were test calls: the keys came after their sessions, as in a restore of an older archive. */
  markTestCalls(project_id: number, key_ids: readonly number[]): Promise<void>;
  /** By UTC day, the oldest first; days without sessions are left out. */
  sums(project_id: number, summed: Summed): Promise<StatisticsDay[]>;
  /** @param scope the only organization whose sessions count, `null` for all */
  siteSums(
    project_id: number,
    scope: number | null,
    day: { from: number; until: number },
    week_from: number,
  ): Promise<SiteSums>;
  /** When the first call of a visitor connected; unix milliseconds. */
  firstCall(project_id: number): Promise<number | null>;

  /** Sessions that ended before an instant and were not emptied yet, the oldest first. */
  sessionsToEmpty(project_id: number, before: number, limit: number): Promise<string[]>;
  /** Sessions with a visitor, by the names that sessions know the visitor by. */
  sessionsWith(project_id: number, subjects: readonly string[], limit: number): Promise<string[]>;
  /** Who paid for these. */
  organizationsWith(project_id: number, subjects: readonly string[]): Promise<number[]>;
  /** Who pays for what has not ended. */
  organizationsRunning(project_id: number): Promise<number[]>;
}
