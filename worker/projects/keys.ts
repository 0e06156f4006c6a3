import type { Permission } from "../../shared/keys.ts";
import type { Actor } from "../actor.ts";
import { batchWithin } from "../bounds.ts";
import { mintKey } from "../keys/api-key.ts";
import { type GateBindings, revokeAtGate } from "../objects/key-gate/client.ts";
import { permit } from "../permissions.ts";
import { auditIfChanged, auditInsert } from "../storage/audit.ts";
import { replaceRevokedKey } from "../storage/channels.ts";
import {
  type ApiKey,
  insertKey,
  type KeyChange,
  type KeyRow,
  keyFromRow,
  listChannelKeys,
  markRevoked,
  updateKey,
} from "../storage/keys.ts";
import { findProject, type Project, touchProject } from "../storage/projects.ts";
import { insertedRow, rowsOf } from "../storage/rows.ts";
import { invalidateProjects, type ProjectVersion } from "./invalidate.ts";

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
  const change = { ...fields, project_id: project.id };
  const { key, ...minted } = await mintKey(secret);
  const now = Date.now();
  const record = { ...permit(actor, "key.create", project.org_id), change };
  const owner = { org_id: project.org_id, project_id: project.id };
  const [made] = await batchWithin(db, actor, "key.create", owner, [
    insertKey(db, { ...change, ...minted }, now),
    auditInsert(db, "key", record, now),
    // Its caps are part of the project's snapshot; its gate loads the newest version at the first use.
    touchProject(db, project.id, now),
  ]);
  return { stored: keyFromRow(insertedRow<KeyRow>(made)), key };
}

/** Changes its name and daily caps. Its permissions and domains never change. */
export async function changeKey(
  bindings: GateBindings & { DB: D1Database },
  actor: Actor,
  key: ApiKey,
  change: KeyChange,
): Promise<ApiKey> {
  const { DB } = bindings;
  const project = await findProject(DB, key.project_id, null);
  const record = {
    ...permit(actor, "key.update", project?.org_id ?? null),
    target: `key:${key.id}`,
    change,
  };
  const now = Date.now();
  const [updated, , touched] = await batchWithin(DB, actor, "key.update", record, [
    updateKey(DB, key.id, change),
    auditIfChanged(DB, record, now),
    touchProject(DB, key.project_id, now),
  ]);
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(touched));
  return keyFromRow(insertedRow<KeyRow>(updated));
}

/** After it has returned, no request with the key passes. Revoking a revoked key changes nothing. */
export async function revokeKey(bindings: GateBindings & { DB: D1Database }, actor: Actor, key: ApiKey): Promise<void> {
  const { DB } = bindings;
  const now = Date.now();
  const project = await findProject(DB, key.project_id, null);
  const record = { ...permit(actor, "key.revoke", project?.org_id ?? null), target: `key:${key.id}` };
  await revokeAtGate(bindings, key.key_hash, key.revoked_at ?? now);
  await DB.batch([markRevoked(DB, key.id, now), auditIfChanged(DB, record, now), replaceRevokedKey(DB, key.id)]);
  // The same generation by another secret is the same key to its owner.
  if (key.channel_id === null || key.generation === null) return;
  const same = (await listChannelKeys(DB, key.channel_id)).filter(({ generation }) => generation === key.generation);
  await Promise.all(same.map(({ key_hash }) => revokeAtGate(bindings, key_hash, now)));
  await DB.batch([
    ...same.map(({ id }) => markRevoked(DB, id, now)),
    ...same.map(({ id }) => replaceRevokedKey(DB, id)),
    markRevoked(DB, key.id, now),
  ]);
}
