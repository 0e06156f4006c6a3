import type { RecordedEvent, ServiceEvent, SessionEvent } from "../../shared/events.ts";

/** An event as it was reported; `body` holds the fields of its type. Times are unix milliseconds. */
export interface EventRow {
  type: SessionEvent["type"] | RecordedEvent["type"];
  body: Record<string, unknown>;
  received_at: number;
  at: number | null;
}

/** In the order in which they were sent. */
export async function insertEvents(
  db: D1Database,
  session_id: string,
  events: (SessionEvent | ServiceEvent)[],
  received_at: number,
): Promise<void> {
  const rows = events.map(({ type, at = null, ...body }) => ({ type, at, body }));
  await db
    .prepare(
      `INSERT INTO session_events (session_id, type, body_json, received_at, at)
       SELECT ?1, value ->> 'type', value -> 'body', ?2, value ->> 'at' FROM json_each(?3) ORDER BY key`,
    )
    .bind(session_id, received_at, JSON.stringify(rows))
    .run();
}

/** A page of a session's events: limited by number and by characters, but at least one event. */
export interface EventPage {
  /** The last event already seen, 0 for none. */
  after: number;
  limit: number;
  characters: number;
}

/** @returns `next` is the `after` of the next page, `null` if there is none */
export async function listEvents(
  db: D1Database,
  session_id: string,
  { after, limit, characters }: EventPage,
): Promise<{ events: EventRow[]; next: number | null }> {
  const { results } = await db
    .prepare(
      `SELECT id, type, body_json, received_at, at FROM (
         SELECT *, SUM(length(body_json)) OVER (ORDER BY id) - length(body_json) AS before FROM (
           SELECT id, type, body_json, received_at, at FROM session_events
           WHERE session_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3 + 1
         )
       ) WHERE before < ?4 ORDER BY id`,
    )
    .bind(session_id, after, limit, characters)
    .all<{ id: number; type: EventRow["type"]; body_json: string; received_at: number; at: number | null }>();
  const page = results.slice(0, limit);
  const last = page.at(-1)?.id;
  const events = page.map(({ id: _, body_json, ...row }) => ({
    ...row,
    body: JSON.parse(body_json) as EventRow["body"],
  }));
  const more = last !== undefined && (results.length > limit || (await follows(db, session_id, last)));
  return { events, next: more ? last : null };
}

const follows = async (db: D1Database, session_id: string, after: number): Promise<boolean> =>
  (await db
    .prepare("SELECT 1 FROM session_events WHERE session_id = ?1 AND id > ?2 LIMIT 1")
    .bind(session_id, after)
    .first()) !== null;

/** Each session's last `limit` transcript events, in their order of arrival. */
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
         WHERE session_id IN (SELECT value FROM json_each(?1)) AND type IN ('user_transcript', 'agent_transcript', 'person_transcript')
       ) WHERE back <= ?2 ORDER BY id`,
    )
    .bind(JSON.stringify(session_ids), limit)
    .all<{ session_id: string; body_json: string } & Omit<EventRow, "body">>();
  return results.map(({ body_json, ...row }) => ({ ...row, body: JSON.parse(body_json) as EventRow["body"] }));
}

/** Characters that each session's transcript events take as JSON. */
export async function transcriptSizes(db: D1Database, session_ids: string[]): Promise<Map<string, number>> {
  const { results } = await db
    .prepare(
      `SELECT session_id, SUM(length(body_json)) AS size FROM session_events
       WHERE session_id IN (SELECT value FROM json_each(?1)) AND type IN ('user_transcript', 'agent_transcript', 'person_transcript')
       GROUP BY session_id`,
    )
    .bind(JSON.stringify(session_ids))
    .all<{ session_id: string; size: number }>();
  return new Map(results.map(({ session_id, size }) => [session_id, size]));
}
