/**
 * Contacts of before there were stores. They stay for one release, for a Worker that was rolled back; what is deleted, forgotten or
 * too old goes here as well.
 */

/** If the project has left that organization, contacts stay with it. */
export const leaveContacts = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  db
    .prepare(
      `UPDATE contacts SET org_id = ?2 WHERE project_id = ?1 AND org_id IS NULL AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = session_id)
         AND (SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2`,
    )
    .bind(id, org_id);

/** Deletes a piece of what an organization was left in a project, as `leaveContacts` says. @returns how many rows */
export async function deleteLeftContacts(
  db: D1Database,
  org_id: number,
  project_id: number,
  limit: number,
): Promise<number> {
  const { meta } = await db
    .prepare(
      "DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE project_id = ?1 AND org_id = ?2 LIMIT ?3)",
    )
    .bind(project_id, org_id, limit)
    .run();
  return meta.changes ?? 0;
}

/** Deletes a contact, and what its session reported. */
export const deleteContact = (db: D1Database, id: number, session_id: string | null): D1PreparedStatement[] => [
  db.prepare("DELETE FROM contacts WHERE id = ?1").bind(id),
  db.prepare("DELETE FROM session_events WHERE session_id = ?1 AND type = 'contact'").bind(session_id),
];
