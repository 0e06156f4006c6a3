import type { Provider } from "../../shared/providers.ts";
import type { PageRequest } from "./page.ts";
import { rowsOf } from "./rows.ts";
import { isTestCall } from "./test-calls.ts";

/** What the calls of one site came to on a day, and in the week until now. */
export interface SiteDayRow {
  id: number;
  name: string;
  org_id: number | null;
  calls: number;
  test_calls: number;
  connected: number;
  failed: number;
  seconds: number;
}
interface WeekRow {
  id: number;
  running: number;
  week_credits: number;
}
interface AgentRow {
  id: number;
  project_id: number;
  name: string;
  provider: Provider;
}

const PROJECTS = `projects AS p LEFT JOIN sessions AS s ON s.project_id = p.id AND (?1 IS NULL OR s.org_id = ?1)`;
const SEEN = "p.deleted_at IS NULL AND (?1 IS NULL OR p.org_id = ?1) AND p.id > ?2";
const VISITOR = `s.id IS NOT NULL AND NOT ${isTestCall("s")}`;

/**
 * Sites by their ids, one more than the page has where there are more. Times are unix milliseconds.
 * @param scope the only organization whose sites and sessions count, `null` for all
 * @param unreachable providers whose agents nobody can call
 */
export async function readSiteDays(
  db: D1Database,
  scope: number | null,
  { after, limit }: PageRequest,
  day: { from: number; until: number },
  week_from: number,
  unreachable: readonly Provider[],
) {
  const [days, weeks, agents] = await db.batch([
    db
      .prepare(
        `SELECT p.id, p.name, p.org_id, SUM(${VISITOR}) AS calls, COUNT(s.id) - SUM(${VISITOR}) AS test_calls,
           SUM(${VISITOR} AND s.connected_at IS NOT NULL) AS connected,
           SUM(${VISITOR} AND COALESCE(s.end_reason = 'failed', 0)) AS failed,
           CAST(ROUND(SUM(CASE WHEN ${VISITOR} THEN COALESCE(s.ended_at - s.connected_at, 0) ELSE 0 END) / 1000.0) AS INTEGER)
             AS seconds
         FROM ${PROJECTS} AND s.started_at >= ?4 AND s.started_at < ?5 WHERE ${SEEN} GROUP BY p.id ORDER BY p.id LIMIT ?3`,
      )
      .bind(scope, after, limit + 1, day.from, day.until),
    db
      .prepare(
        `SELECT p.id, SUM(COALESCE(s.state = 'active', 0)) AS running, SUM(COALESCE(s.charged, 0)) AS week_credits
         FROM ${PROJECTS} AND s.started_at >= ?4 WHERE ${SEEN} GROUP BY p.id ORDER BY p.id LIMIT ?3`,
      )
      .bind(scope, after, limit + 1, week_from),
    db
      .prepare(
        `SELECT a.id, a.project_id, a.name, a.provider FROM agents AS a JOIN projects AS p ON p.id = a.project_id
         WHERE a.deleted_at IS NULL AND a.active = 1 AND a.provider IN (SELECT value FROM json_each(?3)) AND ${SEEN}
         ORDER BY a.id`,
      )
      .bind(scope, after, JSON.stringify(unreachable)),
  ]);
  return { days: rowsOf<SiteDayRow>(days), weeks: rowsOf<WeekRow>(weeks), agents: rowsOf<AgentRow>(agents) };
}

/** What visitors' ratings among these of a project come to; test calls do not count, nor what others than `scope` paid for. */
export async function sumVisitorsRatings(
  db: D1Database,
  project_id: number,
  scope: number | null,
  rated: readonly [session_id: string, rating: number][],
): Promise<{ ratings: number; rating_sum: number }> {
  const sums = await db
    .prepare(
      `SELECT COUNT(*) AS ratings, COALESCE(SUM(r.value ->> 1), 0) AS rating_sum
       FROM json_each(?3) AS r CROSS JOIN sessions AS s ON s.id = r.value ->> 0
       WHERE s.project_id = ?1 AND (?2 IS NULL OR s.org_id = ?2) AND ${VISITOR}`,
    )
    .bind(project_id, scope, JSON.stringify(rated))
    .first<{ ratings: number; rating_sum: number }>();
  return sums ?? { ratings: 0, rating_sum: 0 };
}
