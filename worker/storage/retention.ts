import { forgetDocuments } from "./session-search.ts";

/** Sessions of a project that ended before an instant and were not emptied yet, the oldest first. */
export async function sessionsToEmpty(
  db: D1Database,
  project_id: number,
  before: number,
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM sessions WHERE project_id = ?1 AND started_at < ?2 AND emptied_at IS NULL AND state = 'ended'
         AND ended_at < ?2 ORDER BY started_at LIMIT ?3`,
    )
    .bind(project_id, before, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

const THESE = "SELECT value FROM json_each(?1)";

/**
 * Empties sessions of all that was said, in one transaction: what they cost stays, tied to nobody. The whole of it may
 * be done twice.
 */
export const emptySessions = (db: D1Database, ids: string[], now: number): D1PreparedStatement[] => {
  const list = JSON.stringify(ids);
  return [
    ...forgetDocuments(THESE),
    ...["session_events", "session_usage", "tool_calls", "contacts", "session_ratings", "session_analyses"].map(
      (table) => `DELETE FROM ${table} WHERE session_id IN (${THESE})`,
    ),
  ]
    .map((sql) => db.prepare(sql).bind(list))
    .concat(
      db
        .prepare(`UPDATE sessions SET subject = NULL, call_id = NULL, emptied_at = ?2 WHERE id IN (${THESE})`)
        .bind(list, now),
    );
};

/** Contacts that belong to no session. */
export const deleteLooseContacts = (db: D1Database, project_id: number, before: number, limit: number) =>
  db
    .prepare(
      `DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE project_id = ?1 AND at < ?2 AND session_id IS NULL
         ORDER BY at LIMIT ?3)`,
    )
    .bind(project_id, before, limit);

/** Each project with how long it keeps what, above an id. */
export async function retentionOf(db: D1Database, after: number, limit: number) {
  const { results } = await db
    .prepare("SELECT id, retention_days FROM projects WHERE id > ?1 AND deleted_at IS NULL ORDER BY id LIMIT ?2")
    .bind(after, limit)
    .all<{ id: number; retention_days: number }>();
  return results;
}

/** Projects among these that keep nothing. */
export async function keepingNothing(db: D1Database, project_ids: number[]): Promise<number[]> {
  const { results } = await db
    .prepare("SELECT id FROM projects WHERE id IN (SELECT value FROM json_each(?1)) AND retention_days = 0")
    .bind(JSON.stringify(project_ids))
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Something came to a session that was emptied already. */
export const keepForRetention = (db: D1Database, session_id: string): D1PreparedStatement =>
  db.prepare("UPDATE sessions SET emptied_at = NULL WHERE id = ?1 AND emptied_at IS NOT NULL").bind(session_id);

/** Sessions with a visitor, by the names that sessions know the visitor by. */
export async function sessionsWith(
  db: D1Database,
  project_id: number,
  subjects: string[],
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT id FROM sessions WHERE project_id = ?1 AND subject IN (SELECT value FROM json_each(?2)) LIMIT ?3`)
    .bind(project_id, JSON.stringify(subjects), limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
