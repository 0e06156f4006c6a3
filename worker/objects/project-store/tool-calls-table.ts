import { MAX_TOOL_CALLS } from "../../../shared/limits.ts";
import type { AnsweringPage } from "../../../shared/question-topics.ts";
import { SEARCH_TOOL } from "../../../shared/tool-names.ts";
import type { ToolOutcome } from "../../../shared/tools.ts";
import { THESE } from "../table-rows.ts";
import { firstPassage } from "./engine.ts";
import type { ClaimedCall, KeptCall, ToolCallClaim } from "./rpc.ts";

/** Searches of which pages are counted, the newest. */
const MAX_SEARCHES = 10_000;
export const MAX_PAGES = 20;

const outcomeOf = (json: string | null): ToolOutcome | null => (json === null ? null : JSON.parse(json));

/** The service's own calls of tools, each with its first outcome. */
export class ToolCallsTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  claim({ session_id, call_id, org_id, name, at }: ToolCallClaim): boolean {
    return (
      this.#sql
        .exec(
          `INSERT INTO tool_calls (session_id, call_id, org_id, name, at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING RETURNING at`,
          ...[session_id, call_id, org_id, name, at],
        )
        .toArray().length > 0
    );
  }

  finish(session_id: string, outcome: ToolOutcome): void {
    const { title = null, url = null } = firstPassage(outcome) ?? {};
    this.#sql.exec(
      `UPDATE tool_calls SET outcome_json = ?1, page_title = iif(name = ?2, ?3, NULL), page_url = iif(name = ?2, ?4, NULL)
       WHERE session_id = ?5 AND call_id = ?6 AND outcome_json IS NULL`,
      ...[JSON.stringify(outcome), SEARCH_TOOL, title, url, session_id, outcome.call_id],
    );
  }

  find(session_id: string, call_id: string): ClaimedCall | null {
    const [row] = this.#sql
      .exec<{ at: number; outcome_json: string | null }>(
        "SELECT at, outcome_json FROM tool_calls WHERE session_id = ? AND call_id = ?",
        session_id,
        call_id,
      )
      .toArray();
    return row ? { at: row.at, outcome: outcomeOf(row.outcome_json) } : null;
  }

  /** In the order in which they were called. */
  ofSession(session_id: string): KeptCall[] {
    return this.#sql
      .exec<{ call_id: string; name: string; at: number; outcome_json: string | null }>(
        "SELECT call_id, name, at, outcome_json FROM tool_calls WHERE session_id = ? ORDER BY at LIMIT ?",
        session_id,
        MAX_TOOL_CALLS,
      )
      .toArray()
      .map(({ outcome_json, ...row }) => ({ ...row, outcome: outcomeOf(outcome_json) }));
  }

  hasSearched(session_id: string): boolean {
    const sql = "SELECT 1 FROM tool_calls WHERE session_id = ? AND name = ? LIMIT 1";
    return this.#sql.exec(sql, session_id, SEARCH_TOOL).toArray().length > 0;
  }

  /** The pages that stood first where a search was answered, the most frequent first. */
  answering(scope: number | null, since: number): AnsweringPage[] {
    return this.#sql
      .exec<AnsweringPage & Record<string, SqlStorageValue>>(
        `SELECT page_title AS title, page_url AS url, count(*) AS count
         FROM (SELECT page_title, page_url FROM tool_calls
           WHERE page_title IS NOT NULL AND at >= ?1 AND (?2 IS NULL OR org_id = ?2) ORDER BY at DESC LIMIT ?3)
         GROUP BY 1, 2 ORDER BY count DESC, title LIMIT ?4`,
        ...[since, scope, MAX_SEARCHES, MAX_PAGES],
      )
      .toArray();
  }

  forgetSessions(session_ids: readonly string[]): void {
    this.#sql.exec(`DELETE FROM tool_calls WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }
}
