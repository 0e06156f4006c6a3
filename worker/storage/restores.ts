/** Archives that were restored into this installation. */
export interface Restore {
  archive: string;
  begun_at: number;
  finished_at: number | null;
  /** The one organization that is restored beside others; missing in a database of the previous version. */
  organization_id?: number | null;
}

export async function listRestores(db: D1Database): Promise<Restore[]> {
  const { results } = await db.prepare("SELECT * FROM restores").all<Restore>();
  return results;
}

export const insertRestore = (db: D1Database, archive: string, now: number): D1PreparedStatement =>
  db.prepare("INSERT INTO restores (archive, begun_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING").bind(archive, now);

/** The same for an archive of one organization beside others. */
export const insertRestoreOf = (db: D1Database, archive: string, organization: number, now: number) =>
  db
    .prepare("INSERT INTO restores (archive, begun_at, organization_id) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
    .bind(archive, now, organization);

/** What could prevent the restore of an organization. */
export async function readReturn(
  db: D1Database,
  organization: number,
): Promise<{ there: boolean; deleting: boolean; known: boolean }> {
  const row = await db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM organizations WHERE id = ?1) AS there,
         EXISTS (SELECT 1 FROM deletions WHERE (kind = 'organization' AND id = ?1) OR org_id = ?1) AS deleting,
         EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'organizations' AND seq >= ?1) AS known`,
    )
    .bind(organization)
    .first<{ there: number; deleting: number; known: number }>();
  return { there: row?.there === 1, deleting: row?.deleting === 1, known: row?.known === 1 };
}

export const finishRestore = (db: D1Database, archive: string, now: number): D1PreparedStatement =>
  db.prepare("UPDATE restores SET finished_at = ?2 WHERE archive = ?1").bind(archive, now);

/** What shows that this installation is in use. */
export interface Presence {
  organizations: string[];
  projects: number;
  keys: number;
  /** Sessions and contacts of before there were stores, webhooks and tokens. */
  traces: number;
}

export async function readPresence(db: D1Database): Promise<Presence> {
  const row = await db
    .prepare(
      `SELECT (SELECT json_group_array(name) FROM (SELECT name FROM organizations LIMIT 3)) AS organizations,
         (SELECT COUNT(*) FROM projects) AS projects, (SELECT COUNT(*) FROM api_keys) AS keys,
         (SELECT COUNT(*) FROM (SELECT 1 FROM sessions LIMIT 1)) + (SELECT COUNT(*) FROM (SELECT 1 FROM contacts LIMIT 1))
           + (SELECT COUNT(*) FROM webhooks) + (SELECT COUNT(*) FROM org_tokens) AS traces`,
    )
    .first<Omit<Presence, "organizations"> & { organizations: string }>();
  return {
    organizations: JSON.parse(row?.organizations ?? "[]"),
    projects: row?.projects ?? 0,
    keys: row?.keys ?? 0,
    traces: row?.traces ?? 0,
  };
}

/** The newest of a ledger's entries that D1 has, 0 for none. */
export async function newestEntry(db: D1Database, org_id: number): Promise<number> {
  const sql = "SELECT COALESCE(MAX(id), 0) AS newest FROM ledger_entries WHERE org_id = ?1";
  return (await db.prepare(sql).bind(org_id).first<number>("newest")) ?? 0;
}

/** How many of these gates are those of another organization's keys. */
export async function countForeignGates(db: D1Database, key_hashes: string[], organization: number): Promise<number> {
  const row = await db
    .prepare(
      `SELECT COUNT(*) AS n FROM json_each(?1) JOIN api_keys k ON k.key_hash = value JOIN projects p ON p.id = k.project_id
       WHERE p.org_id IS NOT ?2`,
    )
    .bind(JSON.stringify(key_hashes), organization)
    .first<number>("n");
  return row ?? 0;
}

/** Keys by id, for a backup of their gates. */
export async function listGates(
  db: D1Database,
  after: number,
  limit: number,
): Promise<{ id: number; key_hash: string }[]> {
  const { results } = await db
    .prepare("SELECT id, key_hash FROM api_keys WHERE id > ?1 AND first_used_at IS NOT NULL ORDER BY id LIMIT ?2")
    .bind(after, limit)
    .all<{ id: number; key_hash: string }>();
  return results;
}
