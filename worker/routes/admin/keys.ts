import type { Context } from "hono";
import { keyCreate } from "../../../shared/admin.ts";
import { CONSOLE_KEY_LIMITS } from "../../../shared/limits.ts";
import { type App, scopeOf } from "../../http/context.ts";
import { ApiError } from "../../http/error.ts";
import { readPage } from "../../http/page.ts";
import { pathId, readBody } from "../../http/request.ts";
import { mintKey } from "../../keys/api-key.ts";
import { killAtGate } from "../../projects/gate.ts";
import { settings } from "../../settings.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import { type ApiKey, findKey, insertKey, type KeyRow, keyOf, listKeys, markRevoked } from "../../storage/keys.ts";
import { findProject } from "../../storage/projects.ts";
import { madeRow } from "../../storage/rows.ts";
import { acting, domainFaults, projectOfPath, readDomains } from "./nouns.ts";

/** Without what names its gate. */
const shown = ({ key_hash: _, ...key }: ApiKey) => key;

export async function list(c: Context<App>): Promise<Response> {
  const project = await projectOfPath(c);
  const page = await listKeys(c.env.DB, project.id, readPage(c));
  return c.json({ ...page, items: page.items.map(shown) });
}

/** The only answer that ever holds the key. */
export async function create(c: Context<App>): Promise<Response> {
  const project = await projectOfPath(c);
  const body = await readBody(c, keyCreate, domainFaults);
  const fields = {
    name: body.name,
    project_id: project.id,
    permissions: [...new Set(body.permissions ?? (["widget:read"] as const))],
    allowed_domains: readDomains(body.allowed_domains),
    minute_limit: body.minute_limit ?? CONSOLE_KEY_LIMITS.minute,
    day_limit: body.day_limit ?? CONSOLE_KEY_LIMITS.day,
  };
  const minted = await mintKey(settings(c.env).KEY_SECRET[0] ?? "");
  const now = Date.now();
  const [made] = await c.env.DB.batch([
    insertKey(c.env.DB, { ...fields, key_hash: minted.key_hash, display: minted.display }, now),
    auditInsert(c.env.DB, "key", { ...acting(c, project.org_id), action: "key.create", change: fields }, now),
  ]);
  const row = madeRow<KeyRow>(made);
  return c.json({ ...shown(keyOf(row)), key: minted.key }, 201);
}

/** After the answer no request passes. Revoking a revoked key changes nothing. */
export async function revoke(c: Context<App>): Promise<Response> {
  const id = pathId(c);
  const key = id === null ? null : await findKey(c.env.DB, id, scopeOf(c.var.actor));
  if (!key) throw new ApiError("key_not_found");
  const now = Date.now();
  const project = await findProject(c.env.DB, key.project_id, null);
  await killAtGate(c.env, key.key_hash, key.revoked_at ?? now);
  const record = { ...acting(c, project?.org_id ?? null), action: "key.revoke", target: `key:${key.id}` };
  await c.env.DB.batch([markRevoked(c.env.DB, key.id, now), auditIfChanged(c.env.DB, record, now)]);
  return c.body(null, 204);
}
