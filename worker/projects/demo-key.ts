import { derivedBody, type MintedKey, mintKey } from "../keys/api-key.ts";
import { findKeyByHash } from "../storage/keys.ts";

/** How many of its keys an operator may revoke before the demo site stays off. */
const MAX_GENERATIONS = 20;

/**
 * The n-th key of the demo page: derived from the secret alone, so that the page can show it although no key is stored.
 * When it is revoked, the next one replaces it.
 */
const demoKey = async (secret: string, generation: number): Promise<MintedKey> =>
  mintKey(secret, await derivedBody(secret, `demo site ${generation}`));

export interface DemoKeys {
  live: { key: string; key_hash: string; project_id: number } | null;
  /** The first key that does not exist yet. */
  next: MintedKey | null;
}

export async function findDemoKeys(db: D1Database, secret: string): Promise<DemoKeys> {
  for (let generation = 0; generation < MAX_GENERATIONS; generation++) {
    const minted = await demoKey(secret, generation);
    const row = await findKeyByHash(db, minted.key_hash);
    if (!row) return { live: null, next: minted };
    const { key, key_hash } = minted;
    if (row.revoked_at === null) return { live: { key, key_hash, project_id: row.project_id }, next: null };
  }
  return { live: null, next: null };
}

/** The demo page's key and project, `null` if the demo site was never seeded. */
export async function findLiveDemoKey(db: D1Database, secrets: readonly string[]): Promise<DemoKeys["live"]> {
  for (const secret of secrets) {
    const { live } = await findDemoKeys(db, secret);
    if (live) return live;
  }
  return null;
}
