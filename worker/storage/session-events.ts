import type { SessionEvent } from "../../shared/events.ts";

/** An event as it was told; `body` holds the fields of its type. Times are unix milliseconds. */
export interface EventRow {
  type: SessionEvent["type"];
  body: Record<string, unknown>;
  received_at: number;
  at: number | null;
}

/** In the order in which they were sent. */
export async function insertEvents(
  db: D1Database,
  session_id: string,
  events: SessionEvent[],
  received_at: number,
): Promise<void> {
  const rows = events.map(({ type, at, ...body }) => ({ type, at: at ?? null, body }));
  await db
    .prepare(
      `INSERT INTO session_events (session_id, type, body_json, received_at, at)
       SELECT ?1, value ->> 'type', value -> 'body', ?2, value ->> 'at' FROM json_each(?3) ORDER BY key`,
    )
    .bind(session_id, received_at, JSON.stringify(rows))
    .run();
}

export async function listEvents(db: D1Database, session_id: string, limit: number): Promise<EventRow[]> {
  const { results } = await db
    .prepare("SELECT type, body_json, received_at, at FROM session_events WHERE session_id = ?1 ORDER BY id LIMIT ?2")
    .bind(session_id, limit)
    .all<{ type: EventRow["type"]; body_json: string; received_at: number; at: number | null }>();
  return results.map(({ body_json, ...row }) => ({ ...row, body: JSON.parse(body_json) as EventRow["body"] }));
}

/** What was told of what was said in these sessions: each session's last `limit` events, in the order in which they came. */
export async function lastTranscriptEvents(
  db: D1Database,
  session_ids: string[],
  limit: number,
): Promise<(EventRow & { session_id: string })[]> {
  const { results } = await db
    .prepare(
      `SELECT session_id, type, body_json, received_at, at FROM (
         SELECT id, session_id, type, body_json, received_at, at,
           ROW_NUMBER() OVER (PARTITION BY session_id ORDER BY id DESC) AS back
         FROM session_events
         WHERE session_id IN (SELECT value FROM json_each(?1)) AND type IN ('user_transcript', 'agent_transcript')
       ) WHERE back <= ?2 ORDER BY id`,
    )
    .bind(JSON.stringify(session_ids), limit)
    .all<{ session_id: string; body_json: string } & Omit<EventRow, "body">>();
  return results.map(({ body_json, ...row }) => ({ ...row, body: JSON.parse(body_json) as EventRow["body"] }));
}
