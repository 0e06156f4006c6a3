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

/** Stores the first outcome. */
export async function finishCall(db: D1Database, session_id: string, outcome: ToolOutcome): Promise<void> {
  await db
    .prepare("UPDATE tool_calls SET outcome_json = ?3 WHERE session_id = ?1 AND call_id = ?2 AND outcome_json IS NULL")
    .bind(session_id, outcome.call_id, JSON.stringify(outcome))
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
