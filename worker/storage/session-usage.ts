import type { SessionEvent, UsageNumbers } from "../../shared/events.ts";

type UsageEvent = Extract<SessionEvent, { type: "usage" }>;
/** One response's or item's usage; `at` is when it was first reported, unix milliseconds. */
export type UsageRow = UsageNumbers & { id: string; at: number };

/** An earlier report of the same id stays. */
export const insertUsage = (
  db: D1Database,
  session_id: string,
  events: UsageEvent[],
  received_at: number,
): D1PreparedStatement => {
  const rows = events.map(({ type: _type, at: _at, id, ...usage }) => ({ id, usage }));
  return db
    .prepare(
      `INSERT INTO session_usage (session_id, id, usage_json, at)
       SELECT ?1, value ->> 'id', value -> 'usage', ?2 FROM json_each(?3) WHERE true
       ON CONFLICT (session_id, id) DO NOTHING`,
    )
    .bind(session_id, received_at, JSON.stringify(rows));
};

/** In the order of the reports. */
export async function listUsage(db: D1Database, session_id: string, limit: number): Promise<UsageRow[]> {
  const { results } = await db
    .prepare("SELECT id, usage_json, at FROM session_usage WHERE session_id = ?1 ORDER BY at, id LIMIT ?2")
    .bind(session_id, limit)
    .all<{ id: string; usage_json: string; at: number }>();
  return results.map(({ id, usage_json, at }) => ({ id, at, ...(JSON.parse(usage_json) as UsageNumbers) }));
}
