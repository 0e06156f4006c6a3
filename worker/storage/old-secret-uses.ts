/** Uses of secrets of the Worker that are being rotated out. Times are unix milliseconds. */

export async function noteOldSecretUse(db: D1Database, name: string, fingerprint: string, now: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO old_secret_uses (name, fingerprint, last_used_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint, last_used_at = excluded.last_used_at`,
    )
    .bind(name, fingerprint, now)
    .run();
}

/** `null` if this secret was not used since it became the old one. */
export const lastOldSecretUse = (db: D1Database, name: string, fingerprint: string): Promise<number | null> =>
  db
    .prepare("SELECT last_used_at FROM old_secret_uses WHERE name = ?1 AND fingerprint = ?2")
    .bind(name, fingerprint)
    .first<number>("last_used_at");
