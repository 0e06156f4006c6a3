import type { Analysis, AnalysisResult } from "../../shared/analysis.ts";

interface Row {
  session_id: string;
  status: Analysis["status"];
  result_json: string | null;
  detail: string | null;
  tries: number;
  at: number;
}

/** As a session shows it, `null` where none was requested. */
export async function findAnalysis(db: D1Database, session_id: string): Promise<Analysis | null> {
  const row = await db.prepare("SELECT * FROM session_analyses WHERE session_id = ?1").bind(session_id).first<Row>();
  if (!row) return null;
  const result = row.result_json === null ? {} : (JSON.parse(row.result_json) as AnalysisResult);
  return { status: row.status, detail: row.detail, at: row.at, ...result };
}

/** Requests analyses, one for each session. @returns those that were not requested before */
export async function requestAnalyses(db: D1Database, session_ids: string[], now: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      `INSERT INTO session_analyses (session_id, status, at) SELECT value, 'pending', ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (session_id) DO NOTHING RETURNING session_id`,
    )
    .bind(JSON.stringify(session_ids), now)
    .all<{ session_id: string }>();
  return results.map(({ session_id }) => session_id);
}

/** Requests one anew, also after it failed or finished. */
export const requestAgain = (db: D1Database, session_id: string, now: number): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO session_analyses (session_id, status, at) VALUES (?1, 'pending', ?2)
       ON CONFLICT (session_id) DO UPDATE SET status = 'pending', detail = NULL, tries = 0, to_announce = 0, at = ?2`,
    )
    .bind(session_id, now);

/** Counts an attempt. `false` where the session was erased meanwhile or another attempt has ended it. */
export async function beginAttempt(db: D1Database, session_id: string, now: number): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE session_analyses SET tries = tries + 1, at = ?2 WHERE session_id = ?1 AND status = 'pending'")
    .bind(session_id, now)
    .run();
  return meta.changes === 1;
}

export const finishAnalysis = (
  db: D1Database,
  session_id: string,
  result: AnalysisResult,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE session_analyses SET status = 'done', result_json = ?2, detail = NULL, at = ?3, to_announce = 1
       WHERE session_id = ?1 AND status = 'pending'`,
    )
    .bind(session_id, JSON.stringify(result), now);

export const failAnalysis = (db: D1Database, session_id: string, detail: string, now: number): D1PreparedStatement =>
  db
    .prepare(
      "UPDATE session_analyses SET status = 'failed', detail = ?2, at = ?3 WHERE session_id = ?1 AND status = 'pending'",
    )
    .bind(session_id, detail, now);

/** One that a crash has cut off, and the attempts that it has had with the one that begins now. */
export interface StuckAnalysis {
  session_id: string;
  tries: number;
}

/** Begins an attempt for some that are pending since before an instant, the oldest first: nobody else gets these. */
export async function claimStuckAnalyses(
  db: D1Database,
  before: number,
  limit: number,
  now: number,
): Promise<StuckAnalysis[]> {
  const { results } = await db
    .prepare(
      `UPDATE session_analyses SET tries = tries + 1, at = ?3
       WHERE status = 'pending' AND at < ?1 AND session_id IN
         (SELECT session_id FROM session_analyses WHERE status = 'pending' AND at < ?1 ORDER BY at LIMIT ?2)
       RETURNING session_id, tries`,
    )
    .bind(before, limit, now)
    .all<StuckAnalysis>();
  return results;
}

/** A result that the webhooks were not told of yet. */
export interface UnannouncedAnalysis {
  session_id: string;
  project_id: number;
  org_id: number;
  agent_id: number;
  agent_name: string;
  result: AnalysisResult;
  /** When it ended; unix milliseconds. */
  at: number;
}

/** The oldest first. @param session_id only this session's, `null` for all; `except` these projects' */
export async function unannouncedAnalyses(
  db: D1Database,
  session_id: string | null,
  except: number[],
  limit: number,
): Promise<UnannouncedAnalysis[]> {
  const { results } = await db
    .prepare(
      `SELECT session_id, project_id, org_id, agent_id, agent_name, result_json, at
       FROM session_analyses JOIN sessions ON sessions.id = session_id
       WHERE to_announce = 1 AND status = 'done' AND (?1 IS NULL OR session_id = ?1)
         AND project_id NOT IN (SELECT value FROM json_each(?2)) ORDER BY at LIMIT ?3`,
    )
    .bind(session_id, JSON.stringify(except), limit)
    .all<Omit<UnannouncedAnalysis, "result"> & { result_json: string }>();
  return results.map(({ result_json, ...row }) => ({ ...row, result: JSON.parse(result_json) }));
}

export const markAnalysesAnnounced = (db: D1Database, analyses: UnannouncedAnalysis[]): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE session_analyses SET to_announce = 0
       WHERE status = 'done' AND (session_id, at) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`,
    )
    .bind(JSON.stringify(analyses.map(({ session_id, at }) => [session_id, at])));
