import type { Context } from "hono";
import { keyCreate, keyPatch } from "../../../shared/admin.ts";
import { CONSOLE_KEY_LIMITS } from "../../../shared/limits.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { domainFaults, parseDomains } from "../../projects/allowed-domains.ts";
import { listOldKeys } from "../../projects/key-secrets.ts";
import { changeKey, createKey, revokeKey } from "../../projects/keys.ts";
import { loadKey, loadProject } from "../../projects/load.ts";
import { type ApiKey, listKeys } from "../../storage/keys.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";

/** A key without the name of its gate. */
const shown = ({ key_hash: _, generation, expires_at, ...key }: ApiKey) => ({
  ...key,
  revoked_at: key.revoked_at ?? (expires_at !== null && expires_at <= Date.now() ? expires_at : null),
  expires_at,
  derived: generation !== null,
});

export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const page = await listKeys(c.env.DB, project.id, readPage(c));
  return c.json({ ...page, items: page.items.map(shown) });
}

/** Live keys that were made with an older `KEY_SECRET` and not used since the newest was added. */
export async function listOld(c: Context<AppEnv>): Promise<Response> {
  const page = await listOldKeys(c.env.DB, readVariables(c.env).KEY_SECRET, readPage(c));
  return c.json({ ...page, items: page.items.map(shown) });
}

/** The only answer that holds the key; a repeat of the same request gets it again. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const body = await readBody(c, keyCreate, domainFaults);
  const [secret] = readVariables(c.env).KEY_SECRET;
  const fields = {
    name: body.name,
    permissions: [...new Set(body.permissions ?? (["widget:read"] as const))],
    allowed_domains: parseDomains(body.allowed_domains),
    minute_limit: body.minute_limit ?? CONSOLE_KEY_LIMITS.minute,
    day_limit: body.day_limit ?? CONSOLE_KEY_LIMITS.day,
    daily_credit_cap: body.daily_credit_cap ?? null,
    daily_session_cap: body.daily_session_cap ?? null,
  };
  return idempotent(c, body, async () => {
    const { stored, key } = await createKey(c.env.DB, c.var.actor, project, secret, fields);
    return { ...shown(stored), key };
  });
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const key = await loadKey(c.env.DB, c.var.actor, pathId(c));
  const body = await readBody(c, keyPatch);
  return c.json(shown(await changeKey(c.env, c.var.actor, key, body)));
}

export async function revoke(c: Context<AppEnv>): Promise<Response> {
  await revokeKey(c.env, c.var.actor, await loadKey(c.env.DB, c.var.actor, pathId(c)));
  return c.body(null, 204);
}
