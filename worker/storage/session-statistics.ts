import type { StatisticsDay } from "../../shared/statistics.ts";

/**
 * Sessions that began in [from, until), unix milliseconds, summed up by UTC day; days without sessions are left out.
 * @param scope the only organization whose sessions count, `null` for all
 */
export async function sumSessions(
  db: D1Database,
  project_id: number,
  scope: number | null,
  agent_id: number | null,
  from: number,
  until: number,
): Promise<StatisticsDay[]> {
  const { results } = await db
    .prepare(
      `SELECT date(s.started_at / 1000, 'unixepoch') AS day, COUNT(*) AS sessions,
         COUNT(s.connected_at) AS connected, SUM(COALESCE(s.end_reason = 'failed', 0)) AS failed,
         CAST(ROUND(SUM(COALESCE(s.ended_at - s.connected_at, 0)) / 1000.0) AS INTEGER) AS seconds,
         SUM(COALESCE(s.charged, 0)) AS credits, COUNT(r.rating) AS ratings, SUM(COALESCE(r.rating, 0)) AS rating_sum
       FROM sessions AS s LEFT JOIN session_ratings AS r ON r.session_id = s.id
       WHERE s.project_id = ?1 AND s.started_at >= ?3 AND s.started_at < ?4 AND (?2 IS NULL OR s.agent_id = ?2)
         AND (?5 IS NULL OR s.org_id = ?5)
       GROUP BY day ORDER BY day`,
    )
    .bind(project_id, agent_id, from, until, scope)
    .all<StatisticsDay>();
  return results;
}
