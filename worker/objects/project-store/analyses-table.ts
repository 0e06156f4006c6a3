import type { Analysis, AnalysisResult } from "../../../shared/analysis.ts";
import { THESE } from "../table-rows.ts";
import type { AnalysisAsked, AnalysisDone, StuckAnalysis } from "./after-call-rpc.ts";

/** What somebody has to do something for yet; as the index says it, or SQLite would not look into that. */
const OPEN = "(status = 'pending' OR to_announce = 1)";

/** What models read out of sessions: one for each session that asked for it. */
export class AnalysesTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  find(session_id: string): Analysis | null {
    const [row] = this.#sql
      .exec<{ status: Analysis["status"]; result_json: string | null; detail: string | null; at: number }>(
        "SELECT status, result_json, detail, at FROM analyses WHERE session_id = ?",
        session_id,
      )
      .toArray();
    if (!row) return null;
    const result = row.result_json === null ? {} : (JSON.parse(row.result_json) as AnalysisResult);
    return { status: row.status, detail: row.detail, at: row.at, ...result };
  }

  /** What each of these sessions came to, in the model's words. */
  summaries(session_ids: readonly string[]): Map<string, string> {
    const rows = this.#sql.exec<{ session_id: string; summary: string }>(
      `SELECT session_id, result_json ->> 'summary' AS summary FROM analyses
       WHERE session_id IN (${THESE}) AND status = 'done'`,
      JSON.stringify(session_ids),
    );
    return new Map(Array.from(rows, ({ session_id, summary }) => [session_id, summary]));
  }

  /** @returns the sessions of which none was requested before, or with the same `now` */
  request(project_id: number, asked: readonly AnalysisAsked[], now: number): string[] {
    for (const one of asked) this.#insert(project_id, one, now, "ON CONFLICT DO NOTHING");
    return this.#sql
      .exec<{ session_id: string }>(
        `SELECT session_id FROM analyses WHERE session_id IN (${THESE}) AND status = 'pending' AND tries = 0 AND at = ?`,
        ...[JSON.stringify(asked.map(({ session_id }) => session_id)), now],
      )
      .toArray()
      .map(({ session_id }) => session_id);
  }

  /** Also after it failed or finished. */
  requestAgain(project_id: number, asked: AnalysisAsked, now: number): void {
    const anew = "DO UPDATE SET status = 'pending', detail = NULL, tries = 0, to_announce = 0, at = excluded.at";
    this.#insert(project_id, asked, now, `ON CONFLICT (session_id) ${anew}`);
  }

  #insert(project_id: number, asked: AnalysisAsked, now: number, known: string): void {
    const { session_id, org_id, agent_id, agent_name } = asked;
    this.#sql.exec(
      `INSERT INTO analyses (session_id, project_id, org_id, agent_id, agent_name, status, at)
       VALUES (?, ?, ?, ?, ?, 'pending', ?) ${known}`,
      ...[session_id, project_id, org_id, agent_id, agent_name, now],
    );
  }

  /** @param attempt 1 for the first. @returns whether it is the next one of an analysis that is not over, or the last: its call may come twice */
  begin(session_id: string, attempt: number, now: number): boolean {
    const { rowsWritten } = this.#sql.exec(
      "UPDATE analyses SET tries = ?1, at = ?2 WHERE session_id = ?3 AND status = 'pending' AND tries IN (?1 - 1, ?1)",
      ...[attempt, now, session_id],
    );
    return rowsWritten > 0;
  }

  finish(session_id: string, result: AnalysisResult, now: number): void {
    this.#sql.exec(
      `UPDATE analyses SET status = 'done', result_json = ?, detail = NULL, at = ?, to_announce = 1
       WHERE session_id = ? AND status = 'pending'`,
      ...[JSON.stringify(result), now, session_id],
    );
  }

  fail(session_id: string, detail: string, now: number): void {
    this.#sql.exec(
      "UPDATE analyses SET status = 'failed', detail = ?, at = ? WHERE session_id = ? AND status = 'pending'",
      ...[detail, now, session_id],
    );
  }

  /** Begins an attempt for the oldest that is pending since before an instant. */
  claimStuck(before: number, now: number): StuckAnalysis | null {
    const [stuck] = this.#sql
      .exec<StuckAnalysis & Record<string, SqlStorageValue>>(
        `UPDATE analyses SET tries = tries + 1, at = ?1 WHERE session_id =
           (SELECT session_id FROM analyses WHERE ${OPEN} AND status = 'pending' AND at < ?2 ORDER BY at LIMIT 1)
         RETURNING session_id, agent_id, tries`,
        ...[now, before],
      )
      .toArray();
    return stuck ?? null;
  }

  /** The oldest first. @param session_id only this session's, `null` for all */
  unannounced(session_id: string | null, limit: number): AnalysisDone[] {
    return this.#sql
      .exec<Omit<AnalysisDone, "result"> & { result_json: string } & Record<string, SqlStorageValue>>(
        `SELECT session_id, project_id, org_id, agent_id, agent_name, result_json, at FROM analyses
         WHERE ${OPEN} AND to_announce = 1 AND status = 'done' AND (?1 IS NULL OR session_id = ?1) ORDER BY at LIMIT ?2`,
        ...[session_id, limit],
      )
      .toArray()
      .map(({ result_json, ...row }) => ({ ...row, result: JSON.parse(result_json) as AnalysisResult }));
  }

  /** What was analyzed anew meanwhile stays to be announced. */
  markAnnounced(announced: readonly Pick<AnalysisDone, "session_id" | "at">[]): void {
    for (const { session_id, at } of announced)
      this.#sql.exec("UPDATE analyses SET to_announce = 0 WHERE session_id = ? AND at = ?", session_id, at);
  }

  /** Of those that are pending or to be announced, the one that is so the longest. */
  oldestOpen(): { project_id: number; at: number } | null {
    const [oldest] = this.#sql
      .exec<{ project_id: number; at: number }>(`SELECT project_id, at FROM analyses WHERE ${OPEN} ORDER BY at LIMIT 1`)
      .toArray();
    return oldest ?? null;
  }

  forgetSessions(session_ids: readonly string[]): void {
    this.#sql.exec(`DELETE FROM analyses WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }
}
