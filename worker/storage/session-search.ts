import type { SessionPlace } from "../objects/project-store/after-call-rpc.ts";
import type { SessionRow } from "./sessions.ts";
import { isTestCall } from "./test-calls.ts";

/** The filter of a list of sessions. Times are unix milliseconds. */
export interface SessionFilter {
  project_id: number;
  /** The only organization whose sessions may be seen, `null` for all: those from before a project moved stay where they were. */
  scope: number | null;
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

/** A session that a list found, with what D1 knows of it. */
export interface SessionFound extends SessionRow {
  /** 1 for a test call from the console. */
  test: number;
}

const COLUMNS = [
  ...["id", "org_id", "project_id", "agent_id", "agent_name", "key_id", "provider", "vendor", "llm_model", "subject"],
  ...["call_id", "state", "end_reason", "started_at", "connected_at", "ended_at", "charged"],
]
  .map((name) => `s.${name}`)
  .join(", ");
const EXTRA = `${isTestCall("s")} AS test`;
const TALKED = "(s.ended_at - s.connected_at) / 1000.0";
const CONDITIONS = `(?2 IS NULL OR s.agent_id = ?2) AND (?3 IS NULL OR s.started_at >= ?3)
  AND (?4 IS NULL OR s.started_at < ?4) AND (?5 IS NULL OR s.end_reason = ?5)
  AND (?6 IS NULL OR (s.connected_at IS NOT NULL) = ?6)
  AND (?7 IS NULL OR ${TALKED} >= ?7) AND (?8 IS NULL OR ${TALKED} <= ?8)
  AND (?9 IS NULL OR s.charged >= ?9) AND (?10 IS NULL OR s.charged <= ?10) AND (?11 IS NULL OR s.org_id = ?11)
  AND (?12 IS NULL OR ${isTestCall("s")} = ?12) AND (?13 IS NULL OR s.subject = ?13)`;

/** The sessions of a project and its times, or of one visitor there, behind the cursor and in the filter's order. */
export async function sessionsBehind(
  db: D1Database,
  { project_id, from, until, subject, oldest }: SessionFilter,
  behind: SessionPlace | null,
  limit: number,
): Promise<SessionPlace[]> {
  const [beyond, order] = oldest ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT s.id, s.started_at FROM sessions AS s WHERE s.project_id = ?1 AND (?2 IS NULL OR s.started_at >= ?2)
         AND (?3 IS NULL OR s.started_at < ?3) AND (?4 IS NULL OR (s.started_at, s.id) ${beyond} (?4, ?5))
         ${subject === null ? "" : "AND s.subject = ?7"}
       ORDER BY s.started_at ${order}, s.id ${order} LIMIT ?6`,
    )
    .bind(
      ...[project_id, from, until, behind?.started_at ?? null, behind?.id ?? null, limit],
      ...(subject === null ? [] : [subject]),
    )
    .all<SessionPlace>();
  return results;
}

/** Those of these sessions that the filter lets through, in their order. */
export async function sessionsAmong(
  db: D1Database,
  filter: SessionFilter,
  session_ids: string[],
  limit: number,
): Promise<SessionFound[]> {
  const { connected, test } = filter;
  const { results } = await db
    .prepare(
      // CROSS JOIN keeps SQLite from reading all of the project's sessions.
      `SELECT ${COLUMNS}, ${EXTRA} FROM json_each(?14) AS w CROSS JOIN sessions AS s ON s.id = w.value
       WHERE s.project_id = ?1 AND ${CONDITIONS} ORDER BY w.key LIMIT ?15`,
    )
    .bind(
      ...[filter.project_id, filter.agent, filter.from, filter.until, filter.reason],
      connected === null ? null : Number(connected),
      ...[filter.min_seconds, filter.max_seconds, filter.min_credits, filter.max_credits, filter.scope],
      test === null ? null : Number(test),
      ...[filter.subject, JSON.stringify(session_ids), limit],
    )
    .all<SessionFound>();
  return results;
}

/** Longer than any session runs: the longest `max_duration_seconds`, and an hour. Milliseconds. */
const LONGEST_MS = 90_000_000;

/**
 * What runs, newest first, below the cursor, as far as the ledgers have told D1: they do within seconds. It reads what
 * began within a day, by each project's index: an index of its own would be written with every call.
 * @param scope the only organization whose sessions may be seen, `null` for all
 */
export async function activeSessions(
  db: D1Database,
  scope: number | null,
  now: number,
  before: SessionPlace | null,
  limit: number,
): Promise<SessionFound[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, ${EXTRA} FROM projects AS p
         CROSS JOIN sessions AS s ON s.project_id = p.id AND s.started_at > ?2
       WHERE p.deleted_at IS NULL AND s.state = 'active' AND (?1 IS NULL OR s.org_id = ?1)
         AND (?3 IS NULL OR (s.started_at, s.id) < (?3, ?4))
       ORDER BY s.started_at DESC, s.id DESC LIMIT ?5`,
    )
    .bind(scope, now - LONGEST_MS, before?.started_at ?? null, before?.id ?? null, limit)
    .all<SessionFound>();
  return results;
}

/** Removes sessions from what D1 still has of the search, from before stores had it. `ids` is an SQL list of session ids whose parameters are bound by the caller. */
export const forgetDocuments = (ids: string): string[] => [
  `DELETE FROM search_words WHERE rowid IN (SELECT id FROM search_documents WHERE session_id IN (${ids}))`,
  `DELETE FROM search_documents WHERE session_id IN (${ids})`,
  `DELETE FROM search_pending WHERE session_id IN (${ids})`,
];
