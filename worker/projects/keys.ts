import type { Permission } from "../../shared/keys.ts";
import type { Actor } from "../auth/actor.ts";
import { mintKey } from "../auth/keys/api-key.ts";
import { type GateBindings, revokeAtGate } from "../objects/key-gate/client.ts";
import { auditIfChanged, auditInsert } from "../storage/audit.ts";
import { type ApiKey, insertKey, type KeyRow, keyFromRow, markRevoked } from "../storage/keys.ts";
import { findProject, type Project } from "../storage/projects.ts";
import { insertedRow } from "../storage/rows.ts";
import { auditActor } from "./load.ts";

/** A key as an operator describes it. */
interface Fields {
  name: string;
  permissions: readonly Permission[];
  allowed_domains: string[];
  minute_limit: number;
  day_limit: number;
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
  const { key, key_hash, display } = await mintKey(secret);
  const now = Date.now();
  const record = { ...auditActor(actor, project.org_id), action: "key.create", change };
  const [made] = await db.batch([
    insertKey(db, { ...change, key_hash, display }, now),
    auditInsert(db, "key", record, now),
  ]);
  return { stored: keyFromRow(insertedRow<KeyRow>(made)), key };
}

/** After it has returned, no request with the key passes. Revoking a revoked key changes nothing. */
export async function revokeKey(bindings: GateBindings & { DB: D1Database }, actor: Actor, key: ApiKey): Promise<void> {
  const { DB } = bindings;
  const now = Date.now();
  const project = await findProject(DB, key.project_id, null);
  await revokeAtGate(bindings, key.key_hash, key.revoked_at ?? now);
  const record = { ...auditActor(actor, project?.org_id ?? null), action: "key.revoke", target: `key:${key.id}` };
  await DB.batch([markRevoked(DB, key.id, now), auditIfChanged(DB, record, now)]);
}
