import type { StatisticsDay } from "../../shared/statistics.ts";
import { isTestCall } from "./test-calls.ts";

/**
 * Sessions that began in [from, until), unix milliseconds, summed up by UTC day; days without sessions are left out.
 * @param test whether only test calls or only others count, `null` for all
 * @param scope the only organization whose sessions count, `null` for all
 */
export async function sumSessions(
  db: D1Database,
  project_id: number,
  scope: number | null,
  agent_id: number | null,
  from: number,
  until: number,
  test: boolean | null,
): Promise<StatisticsDay[]> {
  const { results } = await db
    .prepare(
      `SELECT date(s.started_at / 1000, 'unixepoch') AS day, COUNT(*) AS sessions,
         COUNT(s.connected_at) AS connected, SUM(COALESCE(s.end_reason = 'failed', 0)) AS failed,
         MAX(0, CAST(ROUND(SUM(COALESCE(s.ended_at - s.connected_at, 0)) / 1000.0) AS INTEGER)
           - SUM(COALESCE(p.seconds, 0))) AS seconds,
         SUM(COALESCE(s.charged, 0)) AS credits, COUNT(r.rating) AS ratings, SUM(COALESCE(r.rating, 0)) AS rating_sum,
         SUM(COALESCE(p.asked, 0)) AS persons_asked, SUM(COALESCE(p.answered, 0)) AS persons_answered,
         SUM(COALESCE(p.missed, 0)) AS persons_missed, SUM(COALESCE(p.seconds, 0)) AS person_seconds,
         COUNT(CASE WHEN p.answered > 0 OR p.seconds > 0 THEN r.rating END) AS person_ratings,
         SUM(CASE WHEN p.answered > 0 OR p.seconds > 0 THEN COALESCE(r.rating, 0) ELSE 0 END) AS person_rating_sum,
         json_group_array(p.waited_seconds) AS waits_json,
         json_group_array(json(p.joined_names)) FILTER (WHERE p.joined_names IS NOT NULL) AS names_json
       FROM sessions AS s LEFT JOIN session_ratings AS r ON r.session_id = s.id
         LEFT JOIN session_persons AS p ON p.session_id = s.id
       WHERE s.project_id = ?1 AND s.started_at >= ?3 AND s.started_at < ?4 AND (?2 IS NULL OR s.agent_id = ?2)
         AND (?5 IS NULL OR s.org_id = ?5) AND (?6 IS NULL OR ${isTestCall("s")} = ?6)
       GROUP BY day ORDER BY day`,
    )
    .bind(project_id, agent_id, from, until, scope, test === null ? null : Number(test))
    .all<Omit<StatisticsDay, "person_wait_seconds" | "persons_joined"> & { waits_json: string; names_json: string }>();
  return results.map(({ waits_json, names_json, ...day }) => ({
    ...day,
    persons_joined: countsOf((JSON.parse(names_json) as string[][]).flat()),
    person_wait_seconds: medianOf((JSON.parse(waits_json) as (number | null)[]).filter((wait) => wait !== null)),
  }));
}

function countsOf(names: string[]): StatisticsDay["persons_joined"] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

function medianOf(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
