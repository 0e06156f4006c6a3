import { rowsOf } from "./rows.ts";

/**
 * Page counts of before there were stores. They stay for one release: a store reads its own once, and a Worker that was
 * rolled back goes on with them.
 */

export interface EarlierCount {
  org_id: number;
  day: string;
  name: string;
  count: number;
}

const OWN =
  "SELECT coalesce(p.org_id, 0) AS org_id, c.day, c.name, c.count FROM analytics_counts c JOIN projects p ON p.id = c.project_id WHERE p.id = ?1";
const LEFT_BEHIND = "SELECT org_id, day, name, count FROM analytics_counts_before WHERE project_id = ?1";
// An organization that had the project twice has both.
const COUNTS = `SELECT org_id, day, name, SUM(count) AS count FROM (${OWN} UNION ALL ${LEFT_BEHIND}) GROUP BY org_id, day, name`;

/**
 * A project, whose it is (0 for nobody's) and its version, in one instant with its counts.
 * @param counts whether they are read; a database of an earlier version may lack the table of those left behind
 */
export async function readEarlierCounts(db: D1Database, project_id: number, counts: boolean) {
  const project = db.prepare("SELECT coalesce(org_id, 0) AS org_id, version FROM projects WHERE id = ?1");
  const left = "SELECT 1 AS found FROM sqlite_master WHERE name = 'analytics_counts_before'";
  const sql = !counts ? [] : [(await db.prepare(left).first("found")) === null ? OWN : COUNTS];
  const [found, rows] = await db.batch(
    [project, ...sql.map((text) => db.prepare(text))].map((one) => one.bind(project_id)),
  );
  const [row] = rowsOf<{ org_id: number; version: number }>(found);
  return row ? { ...row, counts: rowsOf<EarlierCount>(rows) } : null;
}

/** Projects with counts that are not known to be in their store. */
export async function projectsToMove(db: D1Database, limit: number): Promise<number[]> {
  const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} AS c WHERE c.project_id = p.id)`;
  const { results } = await db
    .prepare(
      `SELECT p.id FROM projects AS p WHERE NOT EXISTS (SELECT 1 FROM project_stores AS s WHERE s.project_id = p.id)
         AND (${has("analytics_counts")} OR ${has("analytics_counts_before")}) ORDER BY p.id LIMIT ?1`,
    )
    .bind(limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

export async function noteMoved(db: D1Database, project_id: number, now: number): Promise<void> {
  await db.prepare("INSERT INTO project_stores VALUES (?1, ?2) ON CONFLICT DO NOTHING").bind(project_id, now).run();
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
