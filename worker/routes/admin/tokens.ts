import type { Context } from "hono";
import { tokenCreate } from "../../../shared/admin.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readOptionalBody } from "../../http/read-request.ts";
import { loadOrganization, loadToken } from "../../projects/load.ts";
import { createToken, revokeToken } from "../../projects/tokens.ts";
import { closeRevokedInboxes } from "../../sessions/open-inboxes.ts";
import { listTokens } from "../../storage/tokens.ts";
import { idempotent } from "./idempotent.ts";

export async function list(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganization(c.env.DB, c.var.actor, pathId(c));
  return c.json(await listTokens(c.env.DB, organization.id, readPage(c)));
}

/** The only answer that ever holds the token. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganization(c.env.DB, c.var.actor, pathId(c));
  const body = await readOptionalBody(c, tokenCreate);
  const fields = { org_id: organization.id, name: body.name ?? null };
  return idempotent(c, body, () => createToken(c.env.DB, c.var.actor, fields));
}

export async function revoke(c: Context<AppEnv>): Promise<Response> {
  await revokeToken(c.env.DB, c.var.actor, await loadToken(c.env.DB, c.var.actor, pathId(c)));
  await closeRevokedInboxes(c.env);
  return c.body(null, 204);
}
