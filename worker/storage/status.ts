/** The database's own size, and counts of its rows. */

interface Sized {
  size_after?: number;
}

export async function databaseFacts(db: D1Database) {
  const [counted, sequences] = await db.batch<Record<string, string | number>>([
    db.prepare(
      `SELECT (SELECT COUNT(*) FROM organizations WHERE deleted_at IS NULL) AS organizations,
         (SELECT COUNT(*) FROM webhooks WHERE active = 0) AS switched_off`,
    ),
    db.prepare("SELECT name, seq FROM sqlite_sequence ORDER BY name"),
  ]);
  const [row] = counted?.results ?? [];
  return {
    bytes: (counted?.meta as Sized | undefined)?.size_after ?? 0,
    organizations: Number(row?.organizations ?? 0),
    switched_off: Number(row?.switched_off ?? 0),
    rows: Object.fromEntries((sequences?.results ?? []).map(({ name, seq }) => [String(name), Number(seq)])),
  };
}

/** The newest migration; `null` if wrangler did not apply them. */
export async function newestMigration(db: D1Database): Promise<string | null> {
  try {
    return await db.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1").first<string>("name");
  } catch {
    return null;
  }
}

const ids = async (statement: D1PreparedStatement): Promise<number[]> =>
  (await statement.all<{ id: number }>()).results.map(({ id }) => id);

/** Organizations, the newest first. */
export const newestOrganizations = (db: D1Database, limit: number): Promise<number[]> =>
  ids(db.prepare("SELECT id FROM organizations WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ?1").bind(limit));

export const activeWebhookIds = (db: D1Database, limit: number): Promise<number[]> =>
  ids(db.prepare("SELECT id FROM webhooks WHERE active = 1 ORDER BY id DESC LIMIT ?1").bind(limit));
