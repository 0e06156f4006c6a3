const LEFT = "(SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2";

/**
 * Page counts of before there were stores: if the project has left that organization, they begin anew, and those of before
 * stay with it.
 */
export const leaveCounts = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  [
    `INSERT INTO analytics_counts_before (project_id, org_id, day, name, count)
     SELECT project_id, ?2, day, name, count FROM analytics_counts WHERE project_id = ?1 AND ${LEFT}
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    `DELETE FROM analytics_counts WHERE project_id = ?1 AND ${LEFT}`,
  ].map((sql) => db.prepare(sql).bind(id, org_id));
