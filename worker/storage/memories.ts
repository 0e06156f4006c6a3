/** Digests of earlier conversations, one per agent and subject (`user:…` or `visitor:…`). Times are unix milliseconds. */

export async function findMemory(db: D1Database, agent_id: number, subject: string, now: number) {
  const row = await db
    .prepare("SELECT digest FROM memories WHERE agent_id = ?1 AND subject = ?2 AND expires_at > ?3")
    .bind(agent_id, subject, now)
    .first<{ digest: string }>();
  return row?.digest ?? null;
}

/** Writes a digest, unless its organization no longer has the project, and deletes expired ones. */
export async function saveMemory(
  db: D1Database,
  memory: {
    project_id: number;
    org_id: number;
    agent_id: number;
    subject: string;
    digest: string;
    now: number;
    expires_at: number;
  },
): Promise<void> {
  await db.batch([
    db
      .prepare(
        `INSERT INTO memories (project_id, agent_id, subject, digest, updated_at, expires_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6 FROM projects WHERE id = ?1 AND org_id = ?7
         ON CONFLICT (agent_id, subject) DO UPDATE SET
           digest = excluded.digest, updated_at = excluded.updated_at, expires_at = excluded.expires_at`,
      )
      .bind(
        ...[memory.project_id, memory.agent_id, memory.subject, memory.digest, memory.now, memory.expires_at],
        memory.org_id,
      ),
    db.prepare("DELETE FROM memories WHERE expires_at <= ?1").bind(memory.now),
  ]);
}

export const forgetMemories = (db: D1Database, project_id: number, subjects: string[]): D1PreparedStatement =>
  db
    .prepare("DELETE FROM memories WHERE project_id = ?1 AND subject IN (SELECT value FROM json_each(?2))")
    .bind(project_id, JSON.stringify(subjects));

/** If the project has left that organization, the next one's agents know nothing of its visitors. */
export const leaveMemories = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  db
    .prepare("DELETE FROM memories WHERE project_id = ?1 AND (SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2")
    .bind(id, org_id);

/** Deletes memories past the project's retention. */
export const deleteOldMemories = (db: D1Database, project_id: number, before: number): D1PreparedStatement =>
  db.prepare("DELETE FROM memories WHERE project_id = ?1 AND updated_at < ?2").bind(project_id, before);
