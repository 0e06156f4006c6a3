/** What is being deleted, and since when. Times are unix milliseconds. */
export interface Deletion {
  kind: "project" | "organization";
  id: number;
  org_id: number | null;
  asked_at: number;
  /** When all was deleted for the first time. */
  done_at: number | null;
}

const begin = (db: D1Database, kind: Deletion["kind"], id: number, org_id: number | null, now: number) =>
  db
    .prepare(
      `INSERT INTO deletions (kind, id, org_id, asked_at) SELECT ?1, ?2, ?3, ?4 WHERE changes() > 0
       ON CONFLICT (kind, id) DO NOTHING`,
    )
    .bind(kind, id, org_id, now);

/** The first statement, which `change` audits, and those that follow: a repeat writes nothing. */
type Hidden = [D1PreparedStatement, ...D1PreparedStatement[]];

/** Hides the project from now on, if it is still this organization's. */
export const hideProject = (db: D1Database, project: { id: number; org_id: number | null }, now: number): Hidden => [
  db
    .prepare(
      `UPDATE projects SET deleted_at = ?2, version = version + 1 WHERE id = ?1 AND org_id IS ?3 AND deleted_at IS NULL
       RETURNING id`,
    )
    .bind(project.id, now, project.org_id),
  begin(db, "project", project.id, project.org_id, now),
];

/** The same for an organization with its tokens and projects. */
export const hideOrganization = (db: D1Database, id: number, now: number): Hidden => [
  db
    .prepare(
      `UPDATE organizations SET deleted_at = ?2, subscription = 'none', version = max(version + 1, ?2)
       WHERE id = ?1 AND deleted_at IS NULL RETURNING id`,
    )
    .bind(id, now),
  begin(db, "organization", id, null, now),
  db.prepare("UPDATE org_tokens SET revoked_at = ?2 WHERE org_id = ?1 AND revoked_at IS NULL").bind(id, now),
  db
    .prepare("UPDATE projects SET deleted_at = ?2, version = version + 1 WHERE org_id = ?1 AND deleted_at IS NULL")
    .bind(id, now),
];

/** Hides what is named for deletion and is visible, as where an archive read it before its deletion began. */
export const hideDeleted = (db: D1Database, now: number): D1PreparedStatement[] => {
  const these = (kind: Deletion["kind"]) => `SELECT id FROM deletions WHERE kind = '${kind}'`;
  return [
    `UPDATE organizations SET deleted_at = ?1, subscription = 'none', version = max(version + 1, ?1)
     WHERE deleted_at IS NULL AND id IN (${these("organization")})`,
    `UPDATE org_tokens SET revoked_at = ?1 WHERE revoked_at IS NULL AND org_id IN (${these("organization")})`,
    `UPDATE projects SET deleted_at = ?1, version = version + 1 WHERE deleted_at IS NULL
       AND (id IN (${these("project")}) OR org_id IN (${these("organization")}))`,
  ].map((sql) => db.prepare(sql).bind(now));
};

/** Hidden projects with keys that are not revoked yet. */
export const hiddenWithKeys = async (db: D1Database): Promise<number[]> => {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT project_id AS id FROM api_keys JOIN projects ON projects.id = api_keys.project_id
       WHERE deleted_at IS NOT NULL AND revoked_at IS NULL`,
    )
    .all<{ id: number }>();
  return results.map(({ id }) => id);
};

/** A requested deletion that is unfinished, with the name that confirms it; `null` for none. */
export const findDeletion = (
  db: D1Database,
  kind: Deletion["kind"],
  id: number,
): Promise<(Deletion & { name: string }) | null> =>
  db
    .prepare(
      `SELECT d.*, n.name FROM deletions AS d JOIN ${kind === "project" ? "projects" : "organizations"} AS n ON n.id = d.id
       WHERE d.kind = ?1 AND d.id = ?2`,
    )
    .bind(kind, id)
    .first<Deletion & { name: string }>();

/** Deletions to continue: unfinished ones, and those whose second round is due. */
export async function dueDeletions(db: D1Database, done_before: number, limit: number): Promise<Deletion[]> {
  const { results } = await db
    .prepare("SELECT * FROM deletions WHERE done_at IS NULL OR done_at < ?1 ORDER BY asked_at LIMIT ?2")
    .bind(done_before, limit)
    .all<Deletion>();
  return results;
}

export async function noteDone(db: D1Database, { kind, id }: Deletion, now: number): Promise<void> {
  await db.prepare("UPDATE deletions SET done_at = ?3 WHERE kind = ?1 AND id = ?2").bind(kind, id, now).run();
}

export async function dropDeletion(db: D1Database, { kind, id }: Deletion): Promise<void> {
  await db.prepare("DELETE FROM deletions WHERE kind = ?1 AND id = ?2").bind(kind, id).run();
}

/** Unfinished deletions, the oldest first. */
export const openDeletions = async (db: D1Database): Promise<Deletion[]> =>
  (await db.prepare("SELECT * FROM deletions WHERE done_at IS NULL ORDER BY asked_at LIMIT 50").all<Deletion>())
    .results;
