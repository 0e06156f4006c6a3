import type { Context } from "hono";
import { keyCreate } from "../../../shared/admin.ts";
import { CONSOLE_KEY_LIMITS } from "../../../shared/limits.ts";
import { mintKey } from "../../auth/keys/api-key.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { revokeAtGate } from "../../objects/key-gate/client.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import { type ApiKey, findKey, insertKey, type KeyRow, keyFromRow, listKeys, markRevoked } from "../../storage/keys.ts";
import { findProject } from "../../storage/projects.ts";
import { insertedRow } from "../../storage/rows.ts";
import { readVariables } from "../../variables.ts";
import { auditActor, domainFaults, loadProjectOfPath, parseDomains } from "./load.ts";

/** Without what names its gate. */
const shown = ({ key_hash: _, ...key }: ApiKey) => key;

export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const page = await listKeys(c.env.DB, project.id, readPage(c));
  return c.json({ ...page, items: page.items.map(shown) });
}

/** The only answer that ever holds the key. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const body = await readBody(c, keyCreate, domainFaults);
  const fields = {
    name: body.name,
    project_id: project.id,
    permissions: [...new Set(body.permissions ?? (["widget:read"] as const))],
    allowed_domains: parseDomains(body.allowed_domains),
    minute_limit: body.minute_limit ?? CONSOLE_KEY_LIMITS.minute,
    day_limit: body.day_limit ?? CONSOLE_KEY_LIMITS.day,
  };
  const minted = await mintKey(readVariables(c.env).KEY_SECRET[0] ?? "");
  const now = Date.now();
  const [made] = await c.env.DB.batch([
    insertKey(c.env.DB, { ...fields, key_hash: minted.key_hash, display: minted.display }, now),
    auditInsert(c.env.DB, "key", { ...auditActor(c, project.org_id), action: "key.create", change: fields }, now),
  ]);
  const row = insertedRow<KeyRow>(made);
  return c.json({ ...shown(keyFromRow(row)), key: minted.key }, 201);
}

/** After the answer no request passes. Revoking a revoked key changes nothing. */
export async function revoke(c: Context<AppEnv>): Promise<Response> {
  const id = pathId(c);
  const key = id === null ? null : await findKey(c.env.DB, id, scopeOf(c.var.actor));
  if (!key) throw new ApiError("key_not_found");
  const now = Date.now();
  const project = await findProject(c.env.DB, key.project_id, null);
  await revokeAtGate(c.env, key.key_hash, key.revoked_at ?? now);
  const record = { ...auditActor(c, project?.org_id ?? null), action: "key.revoke", target: `key:${key.id}` };
  await c.env.DB.batch([markRevoked(c.env.DB, key.id, now), auditIfChanged(c.env.DB, record, now)]);
  return c.body(null, 204);
}
