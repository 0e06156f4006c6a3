import { type ApiKey, pageOfKeys } from "./keys.ts";
import type { Page, PageRequest } from "./page.ts";

/** A key secret that is no longer given, sealed with one that is. */
export interface RetiredSecret {
  /** Fingerprint of the secret, and of the one that it is sealed with. */
  id: string;
  sealed: string;
  sealed_with: string;
}

export async function listRetiredSecrets(db: D1Database): Promise<RetiredSecret[]> {
  const { results } = await db
    .prepare("SELECT id, sealed, sealed_with FROM retired_key_secrets ORDER BY at DESC")
    .all<RetiredSecret>();
  return results;
}

/** Keeps a retired secret, or seals it anew with another. */
export const keepRetiredSecret = (db: D1Database, secret: RetiredSecret, now: number): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO retired_key_secrets (id, sealed, sealed_with, at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, sealed_with = excluded.sealed_with`,
    )
    .bind(secret.id, secret.sealed, secret.sealed_with, now);

/** The key was used while `newest` was the first secret; nothing changes the second time. */
export async function recordOldKeyUse(
  db: D1Database,
  key_hash: string,
  made_with: string,
  newest: string,
): Promise<void> {
  await db
    .prepare(
      `UPDATE api_keys SET carried_to = ?3, secret_id = COALESCE(secret_id, ?2)
       WHERE key_hash = ?1 AND carried_to IS NOT ?3`,
    )
    .bind(key_hash, made_with, newest)
    .run();
}

/** Keys of the time before secrets were noted were made with the only secret there ever was. */
export async function stampKeys(db: D1Database, only: string): Promise<void> {
  await db
    .prepare(
      `UPDATE api_keys SET secret_id = ?1
       WHERE secret_id IS NULL AND NOT EXISTS (SELECT 1 FROM retired_key_secrets)`,
    )
    .bind(only)
    .run();
}

/**
 * Live keys that were neither made with this secret nor used since it is the first.
 * A derived key is made again by the newest secret as soon as a page asks for its script.
 */
const OLD = `revoked_at IS NULL AND secret_id IS NOT ?1 AND carried_to IS NOT ?1 AND NOT EXISTS
  (SELECT 1 FROM api_keys AS next WHERE next.channel_id = api_keys.channel_id AND next.generation = api_keys.generation
    AND next.secret_id = ?1)`;

export const countOldKeys = async (db: D1Database, newest: string): Promise<number> =>
  (await db.prepare(`SELECT COUNT(*) AS n FROM api_keys WHERE ${OLD}`).bind(newest).first<number>("n")) ?? 0;

export const listOldKeys = (db: D1Database, newest: string, page: PageRequest): Promise<Page<ApiKey>> =>
  pageOfKeys(db, page, OLD, newest);
