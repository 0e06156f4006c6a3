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

/** Oldest day first; both days included. */
export async function listCounts(db: D1Database, project_id: number, from: string, to: string) {
  const { results } = await db
    .prepare(
      `SELECT day, name, count FROM analytics_counts
       WHERE project_id = ?1 AND day BETWEEN ?2 AND ?3 ORDER BY day, name`,
    )
    .bind(project_id, from, to)
    .all<{ day: string; name: string; count: number }>();
  return results;
}
