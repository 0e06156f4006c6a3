import { seal, unseal } from "../crypto/seal.ts";
import { secretId } from "../keys/api-key.ts";
import * as storage from "../storage/key-secrets.ts";
import type { ApiKey } from "../storage/keys.ts";
import type { Page, PageRequest } from "../storage/page.ts";
import type { RotatingSecret } from "../variables.ts";

/**
 * Rotation of `KEY_SECRET`. A public key stands in pages that the operator cannot change, and its checksum was made with
 * the secret of its time. So a secret that is rotated out is stored in D1, sealed with the new one, and still checks keys.
 * For sessions, calls and sealed answers it ends as soon as `KEY_SECRET` lacks it. See
 * docs/decisions/0055-rotation-of-key-secrets.md.
 * @param secrets `KEY_SECRET`, the newest first
 */

/** Stores secrets that are being rotated out, and seals earlier ones with the newest. Safe to repeat. */
export async function storeRetiredSecrets(db: D1Database, secrets: RotatingSecret, now: number): Promise<void> {
  const [newest] = secrets;
  const newest_id = await secretId(newest);
  const kept = await storage.listRetiredSecrets(db);
  if (secrets.length === 1 && kept.length === 0) return storage.stampKeys(db, newest_id);
  const due = new Map<string, string>();
  for (const { id, sealed, sealed_with } of kept) {
    if (sealed_with === newest_id) continue;
    const secret = await unseal(secrets, sealed);
    // The service was never given both secrets at once: the keys of this one are lost.
    if (secret === null) console.error(JSON.stringify({ event: "retired_secret_unreadable", id }));
    else due.set(id, secret);
  }
  for (const secret of secrets.slice(1)) {
    const id = await secretId(secret);
    if (!kept.some((one) => one.id === id && one.sealed_with === newest_id)) due.set(id, secret);
  }
  const statements = [...due].map(async ([id, secret]) =>
    storage.keepRetiredSecret(db, { id, sealed: await seal(newest, secret), sealed_with: newest_id }, now),
  );
  if (due.size > 0) await db.batch(await Promise.all(statements));
}

/** Secrets that still check keys although `KEY_SECRET` no longer holds them. */
export async function loadRetiredSecrets(db: D1Database, secrets: RotatingSecret): Promise<string[]> {
  const retired: string[] = [];
  for (const { sealed } of await storage.listRetiredSecrets(db)) {
    const secret = await unseal(secrets, sealed);
    if (secret !== null && !secrets.includes(secret)) retired.push(secret);
  }
  return retired;
}

/** A key of an older secret was used: it no longer counts among those that keep the secret from being dropped. */
export async function recordOldKeyUse(
  db: D1Database,
  secrets: RotatingSecret,
  key_hash: string,
  made_with: string,
): Promise<void> {
  await storeRetiredSecrets(db, secrets, Date.now());
  await storage.recordOldKeyUse(db, key_hash, await secretId(made_with), await secretId(secrets[0]));
}

/** How many `listOldKeys` has. */
export async function countOldKeys(db: D1Database, secrets: RotatingSecret): Promise<number> {
  await storeRetiredSecrets(db, secrets, Date.now());
  return storage.countOldKeys(db, await secretId(secrets[0]));
}

/**
 * Live keys of older secrets that were not used since the newest was added. Once there are none, the older secrets may
 * be dropped.
 */
export async function listOldKeys(db: D1Database, secrets: RotatingSecret, page: PageRequest): Promise<Page<ApiKey>> {
  await storeRetiredSecrets(db, secrets, Date.now());
  return storage.listOldKeys(db, await secretId(secrets[0]), page);
}
