import { MAX_TOOL_BYTES } from "../../shared/limits.ts";
import type { ToolOutcome } from "../../shared/tools.ts";

/** `outcome` is `null` while the call is claimed and unfinished. */
export type ToolCallRow = { outcome: ToolOutcome | null; at: number };

/** Whether this caller is the first: only that one may call the tool. */
export async function claimCall(
  db: D1Database,
  call: { session_id: string; call_id: string; name: string; at: number },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO tool_calls (session_id, call_id, name, at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (session_id, call_id) DO NOTHING`,
    )
    .bind(call.session_id, call.call_id, call.name, call.at)
    .run();
  return meta.changes === 1;
}

/**
 * Stores the first outcome while the session's results have room; otherwise a repeated call gets an error that says so.
 */
export async function finishCall(db: D1Database, session_id: string, outcome: ToolOutcome): Promise<void> {
  const { call_id } = outcome;
  const not_kept: ToolOutcome = {
    success: false,
    call_id,
    error: {
      code: "too_large",
      message: "The result was too large to store and was given only once; use a new call_id to ask again",
    },
  };
  await db
    .prepare(
      `UPDATE tool_calls SET outcome_json = CASE
         WHEN LENGTH(?3) + (SELECT COALESCE(SUM(LENGTH(outcome_json)), 0) FROM tool_calls WHERE session_id = ?1) <= ?5
         THEN ?3 ELSE ?4 END
       WHERE session_id = ?1 AND call_id = ?2 AND outcome_json IS NULL`,
    )
    .bind(session_id, call_id, JSON.stringify(outcome), JSON.stringify(not_kept), MAX_TOOL_BYTES)
    .run();
}

/** What the service's own tools answered in a session, in the order in which they were called. */
export async function listToolCalls(db: D1Database, session_id: string, limit: number) {
  const { results } = await db
    .prepare("SELECT call_id, name, outcome_json, at FROM tool_calls WHERE session_id = ?1 ORDER BY at LIMIT ?2")
    .bind(session_id, limit)
    .all<{ call_id: string; name: string; outcome_json: string | null; at: number }>();
  return results.map(({ outcome_json, ...row }) => ({
    ...row,
    outcome: outcome_json === null ? null : (JSON.parse(outcome_json) as ToolOutcome),
  }));
}

export async function findCall(db: D1Database, session_id: string, call_id: string): Promise<ToolCallRow | null> {
  const row = await db
    .prepare("SELECT outcome_json, at FROM tool_calls WHERE session_id = ?1 AND call_id = ?2")
    .bind(session_id, call_id)
    .first<{ outcome_json: string | null; at: number }>();
  return (
    row && { at: row.at, outcome: row.outcome_json === null ? null : (JSON.parse(row.outcome_json) as ToolOutcome) }
  );
}
