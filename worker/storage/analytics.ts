import { WIDGET_EVENTS } from "../../shared/analytics.ts";

/**
 * The most names of its own that a site may count in a day, so that a public key cannot fill the database. The widget's
 * own names are always counted.
 */
const MAX_NAMES_A_DAY = 200;
const ALWAYS = JSON.stringify(WIDGET_EVENTS);

/** Adds to the counts of a project and UTC day (YYYY-MM-DD), all names in one statement. */
export async function addCounts(
  db: D1Database,
  project_id: number,
  day: string,
  counts: { name: string; count: number }[],
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO analytics_counts (project_id, day, name, count)
       SELECT ?1, ?2, value ->> 'name', value ->> 'count' FROM json_each(?3)
       WHERE value ->> 'name' IN (SELECT value FROM json_each(?5))
         OR (SELECT COUNT(*) FROM analytics_counts WHERE project_id = ?1 AND day = ?2
             AND name NOT IN (SELECT value FROM json_each(?5))) < ?4
         OR EXISTS (SELECT 1 FROM analytics_counts WHERE project_id = ?1 AND day = ?2 AND name = value ->> 'name')
       ON CONFLICT (project_id, day, name) DO UPDATE SET count = count + excluded.count`,
    )
    .bind(project_id, day, JSON.stringify(counts), MAX_NAMES_A_DAY, ALWAYS)
    .run();
}

/**
 * Oldest day first; both days included.
 * @param scope the only organization whose counts may be seen, `null` for all: those of before a project came are another's
 */
export async function listCounts(db: D1Database, project_id: number, scope: number | null, from: string, to: string) {
  const { results } = await db
    .prepare(
      `SELECT day, name, SUM(count) AS count FROM (
         SELECT day, name, count FROM analytics_counts WHERE project_id = ?1 AND day BETWEEN ?2 AND ?3
         UNION ALL
         SELECT day, name, count FROM analytics_counts_before
         WHERE project_id = ?1 AND day BETWEEN ?2 AND ?3 AND (?4 IS NULL OR org_id = ?4))
       GROUP BY day, name ORDER BY day, name`,
    )
    .bind(project_id, from, to, scope)
    .all<{ day: string; name: string; count: number }>();
  return results;
}

const LEFT = "(SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2";

/** If the project has left that organization, its counts begin anew, and those of before stay with it. */
export const leaveCounts = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  [
    `INSERT INTO analytics_counts_before (project_id, org_id, day, name, count)
     SELECT project_id, ?2, day, name, count FROM analytics_counts WHERE project_id = ?1 AND ${LEFT}
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    `DELETE FROM analytics_counts WHERE project_id = ?1 AND ${LEFT}`,
  ].map((sql) => db.prepare(sql).bind(id, org_id));
