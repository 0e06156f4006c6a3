/**
 * What agents remembered, as a Worker of before that was rolled back keeps it: one row per agent and subject (`user:…` or
 * `visitor:…`). Nobody else reads it.
 */

export const forgetMemories = (db: D1Database, project_id: number, subjects: string[]): D1PreparedStatement =>
  db
    .prepare("DELETE FROM memories WHERE project_id = ?1 AND subject IN (SELECT value FROM json_each(?2))")
    .bind(project_id, JSON.stringify(subjects));

/** If the project has left that organization, the next one's agents know nothing of its visitors. */
export const leaveMemories = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  db
    .prepare("DELETE FROM memories WHERE project_id = ?1 AND (SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2")
    .bind(id, org_id);
