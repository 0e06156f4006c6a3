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
  rating: number | null;
  /** Whether there was a conversation. */
  connected: boolean | null;
  /** Seconds that were talked, both included. */
  min_seconds: number | null;
  max_seconds: number | null;
  /** Whether it is a test call from the console. */
  test: boolean | null;
  /** Credits that were charged, both included. */
  min_credits: number | null;
  max_credits: number | null;
  /** An FTS5 query, `null` for any session. */
  match: string | null;
}

export interface SessionCursor {
  started_at: number;
  id: string;
}

export interface SessionListed extends SessionRow {
  rating: number | null;
  contact_id: number | null;
  /** Why it failed, as the page or the service reported. */
  failure: string | null;
  /** 1 for a test call from the console. */
  test: number;
  /** What the visitor said first. */
  asked: string | null;
  /** Of its analysis. */
  summary: string | null;
}

/** Documents are numbered by their session's start, so the newest come first without sorting. */
export const DOCUMENTS_PER_MS = 2048;

/** Later than any session, and small enough to be multiplied. Unix milliseconds. */
const END_OF_TIME = 4_000_000_000_000;

/**
 * Documents begin before it: where the cursor's own is gone, the page goes on from its millisecond, of which it may repeat
 * a session and skips none.
 */
const endOf = (until: number | null, before: SessionCursor | null): number =>
  Math.min(until ?? END_OF_TIME, before === null ? END_OF_TIME : before.started_at + 1);

const COLUMNS = [
  ...["id", "org_id", "project_id", "agent_id", "agent_name", "key_id", "provider", "vendor", "llm_model", "subject"],
  ...["call_id", "state", "end_reason", "started_at", "connected_at", "ended_at", "charged"],
]
  .map((name) => `s.${name}`)
  .join(", ");
const EXTRA = `r.rating, (SELECT MAX(c.id) FROM contacts AS c WHERE c.session_id = s.id) AS contact_id,
  CASE WHEN s.end_reason = 'failed' THEN (SELECT f.body_json ->> 'reason' FROM session_events AS f
    WHERE f.session_id = s.id AND f.type = 'failed' ORDER BY f.id DESC LIMIT 1) END AS failure,
  ${isTestCall("s")} AS test,
  (SELECT substr(q.body_json ->> 'text', 1, 200) FROM session_events AS q
    WHERE q.session_id = s.id AND q.type = 'user_transcript' AND q.body_json ->> 'text' <> '' ORDER BY q.id LIMIT 1) AS asked,
  (SELECT a.result_json ->> 'summary' FROM session_analyses AS a WHERE a.session_id = s.id AND a.status = 'done') AS summary`;
const TALKED = "(s.ended_at - s.connected_at) / 1000.0";
const CONDITIONS = `(?2 IS NULL OR s.agent_id = ?2) AND (?3 IS NULL OR s.started_at >= ?3)
  AND (?4 IS NULL OR s.started_at < ?4) AND (?5 IS NULL OR s.end_reason = ?5) AND (?6 IS NULL OR r.rating = ?6)
  AND (?12 IS NULL OR (s.connected_at IS NOT NULL) = ?12)
  AND (?13 IS NULL OR ${TALKED} >= ?13) AND (?14 IS NULL OR ${TALKED} <= ?14)
  AND (?15 IS NULL OR s.charged >= ?15) AND (?16 IS NULL OR s.charged <= ?16) AND (?17 IS NULL OR s.org_id = ?17)
  AND (?18 IS NULL OR ${isTestCall("s")} = ?18)`;

/** Newest first, below the cursor. */
export async function searchSessions(
  db: D1Database,
  filter: SessionFilter,
  before: SessionCursor | null,
  limit: number,
): Promise<SessionListed[]> {
  const { project_id, agent, from, until, reason, rating, match } = filter;
  const narrowed = [project_id, agent, from, until, reason, rating];
  const measured = [
    filter.connected === null ? null : Number(filter.connected),
    ...[filter.min_seconds, filter.max_seconds, filter.min_credits, filter.max_credits, filter.scope],
    filter.test === null ? null : Number(filter.test),
  ];
  const join = "LEFT JOIN session_ratings AS r ON r.session_id = s.id";
  const statement =
    match === null
      ? db
          .prepare(
            `SELECT ${COLUMNS}, ${EXTRA} FROM sessions AS s ${join} WHERE s.project_id = ?1 AND ${CONDITIONS}
               AND (?7 IS NULL OR (s.started_at, s.id) < (?7, ?8))
             ORDER BY s.started_at DESC, s.id DESC LIMIT ?9`,
          )
          .bind(...narrowed, before?.started_at ?? null, before?.id ?? null, limit, null, null, ...measured)
      : db
          .prepare(
            // Reads the words' rows from the newest down; CROSS JOIN keeps SQLite from reversing the order.
            `SELECT ${COLUMNS}, ${EXTRA} FROM search_words AS w
               CROSS JOIN search_documents AS d ON d.id = w.rowid
               CROSS JOIN sessions AS s ON s.id = d.session_id ${join}
             WHERE w.search_words MATCH ?8 AND w.rowid < COALESCE((SELECT id FROM search_documents WHERE session_id = ?7), ?10)
               AND w.rowid >= ?11 AND s.project_id = ?1 AND ${CONDITIONS}
             ORDER BY w.rowid DESC LIMIT ?9`,
          )
          .bind(
            ...[...narrowed, before?.id ?? null, match, limit],
            endOf(until, before) * DOCUMENTS_PER_MS,
            (from ?? 0) * DOCUMENTS_PER_MS,
            ...measured,
          );
  const { results } = await statement.all<SessionListed>();
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
  before: SessionCursor | null,
  limit: number,
): Promise<SessionListed[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, ${EXTRA} FROM projects AS p
         CROSS JOIN sessions AS s ON s.project_id = p.id AND s.started_at > ?2
         LEFT JOIN session_ratings AS r ON r.session_id = s.id
       WHERE p.deleted_at IS NULL AND s.state = 'active' AND (?1 IS NULL OR s.org_id = ?1)
         AND (?3 IS NULL OR (s.started_at, s.id) < (?3, ?4))
       ORDER BY s.started_at DESC, s.id DESC LIMIT ?5`,
    )
    .bind(scope, now - LONGEST_MS, before?.started_at ?? null, before?.id ?? null, limit)
    .all<SessionListed>();
  return results;
}

/** Sessions behind `after` whose transcript has grown since it was indexed, by their ids. */
export async function pendingDocuments(
  db: D1Database,
  project_id: number | null,
  after: string,
  limit: number,
): Promise<{ id: string; project_id: number; started_at: number; document: number | null }[]> {
  // CROSS JOIN keeps the order of the tables: beginning with the sessions, SQLite read all of them at each end of a
  // call.
  const { results } = await db
    .prepare(
      `SELECT s.id, s.project_id, s.started_at, d.id AS document FROM search_pending AS p
         CROSS JOIN sessions AS s ON s.id = p.session_id LEFT JOIN search_documents AS d ON d.session_id = s.id
       WHERE (?1 IS NULL OR s.project_id = ?1) AND p.session_id > ?3 ORDER BY p.session_id LIMIT ?2`,
    )
    .bind(project_id, limit, after)
    .all<{ id: string; project_id: number; started_at: number; document: number | null }>();
  return results;
}

/** Marks the session's transcript as changed since it was indexed. */
export const markUnindexed = (db: D1Database, session_id: string, at: number): D1PreparedStatement =>
  db
    .prepare(
      "INSERT INTO search_pending (session_id, at) VALUES (?1, ?2) ON CONFLICT (session_id) DO UPDATE SET at = ?2",
    )
    .bind(session_id, at);

export interface SearchDocument {
  id: number;
  session_id: string;
  project_id: number;
  words: string;
}

/**
 * Writes documents in one transaction. A document whose number is taken by another session waits for the next time, and
 * so does a session that has grown since `read_at`.
 */
export const writeDocuments = (db: D1Database, documents: SearchDocument[], read_at: number): D1PreparedStatement[] => {
  const list = JSON.stringify(documents);
  return [
    db
      .prepare(
        `INSERT INTO search_documents (id, session_id, project_id)
         SELECT value ->> 'id', value ->> 'session_id', value ->> 'project_id' FROM json_each(?1) WHERE true
         ON CONFLICT DO NOTHING`,
      )
      .bind(list),
    db
      .prepare(`DELETE FROM search_words WHERE rowid IN (SELECT d.id FROM json_each(?1) AS j
         JOIN search_documents AS d ON d.session_id = j.value ->> 'session_id')`)
      .bind(list),
    db
      .prepare(
        `INSERT INTO search_words (rowid, project, words)
         SELECT d.id, 'p' || d.project_id, j.value ->> 'words' FROM json_each(?1) AS j
           JOIN search_documents AS d ON d.session_id = j.value ->> 'session_id'`,
      )
      .bind(list),
    db
      .prepare(
        `DELETE FROM search_pending WHERE at <= ?2 AND session_id IN (SELECT d.session_id FROM json_each(?1) AS j
           JOIN search_documents AS d ON d.session_id = j.value ->> 'session_id')`,
      )
      .bind(list, read_at),
  ];
};

/** Removes sessions from the search. `ids` is an SQL list of session ids whose parameters are bound by the caller. */
export const forgetDocuments = (ids: string): string[] => [
  `DELETE FROM search_words WHERE rowid IN (SELECT id FROM search_documents WHERE session_id IN (${ids}))`,
  `DELETE FROM search_documents WHERE session_id IN (${ids})`,
  `DELETE FROM search_pending WHERE session_id IN (${ids})`,
];
