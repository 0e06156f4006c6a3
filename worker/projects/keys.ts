import type { Permission } from "../../shared/keys.ts";
import type { Actor } from "../actor.ts";
import { change, insert, permitIn } from "../change.ts";
import type { InvalidationSources } from "../invalidate.ts";
import { mintKey } from "../keys/api-key.ts";
import { permit } from "../permissions.ts";
import { replaceRevokedKey } from "../storage/channels.ts";
import {
  type ApiKey,
  insertKey,
  type KeyChange,
  keyDifference,
  keyFromRow,
  listChannelKeys,
  markRevoked,
  updateKey,
} from "../storage/keys.ts";
import { type Project, touchProject } from "../storage/projects.ts";
import type { Row } from "../storage/table.ts";
import { type KeyBindings, killKey } from "./revoke-keys.ts";

/** The fields of a key that an operator sets. */
interface Fields {
  name: string;
  permissions: readonly Permission[];
  allowed_domains: string[];
  minute_limit: number;
  day_limit: number;
  daily_credit_cap: number | null;
  daily_session_cap: number | null;
}

/**
 * @param secret the first of the service's key secrets
 * @returns the stored key and the only copy of the key itself
 */
export async function createKey(
  db: D1Database,
  actor: Actor,
  project: Project,
  secret: string,
  fields: Fields,
): Promise<{ stored: ApiKey; key: string }> {
  const project_id = project.id;
  const values = { ...fields, project_id };
  const { key, ...minted } = await mintKey(secret);
  const now = Date.now();
  const record = { ...permit(actor, "key.create", project), change: values };
  // Its caps are part of the project's snapshot; its gate loads the newest version at the first use.
  const also = { project_id, with: [touchProject(db, project_id, now)] };
  const row = await insert<Row>(db, record, insertKey(db, { ...values, ...minted }, now), also);
  return { stored: keyFromRow(row), key };
}

/** Changes its name and daily caps. Its permissions and domains never change. */
export async function changeKey(
  bindings: InvalidationSources,
  actor: Actor,
  key: ApiKey,
  patch: KeyChange,
): Promise<ApiKey> {
  const { DB } = bindings;
  const permitted = await permitIn(DB, actor, "key.update", key.project_id, `key:${key.id}`);
  const record = { ...permitted, ...keyDifference(key, patch) };
  const touch = { gates: bindings, projects: touchProject(DB, key.project_id, Date.now()) };
  return keyFromRow(await insert<Row>(DB, record, updateKey(DB, key.id, patch), { touch }));
}

/** After it has returned, no request with the key passes. Revoking a revoked key changes nothing. */
export async function revokeKey(bindings: KeyBindings, actor: Actor, key: ApiKey): Promise<void> {
  const { DB } = bindings;
  const now = Date.now();
  const record = await permitIn(DB, actor, "key.revoke", key.project_id, `key:${key.id}`);
  await killKey(bindings, key, key.revoked_at ?? now);
  await change(DB, record, markRevoked(DB, key.id, now), { with: [replaceRevokedKey(DB, key.id)] });
  // The same generation by another secret is the same key to its owner.
  if (key.channel_id === null || key.generation === null) return;
  const same = (await listChannelKeys(DB, key.channel_id)).filter(({ generation }) => generation === key.generation);
  await Promise.all(same.map((one) => killKey(bindings, one, now)));
  await DB.batch([
    ...same.map(({ id }) => markRevoked(DB, id, now)),
    ...same.map(({ id }) => replaceRevokedKey(DB, id)),
    markRevoked(DB, key.id, now),
  ]);
}
