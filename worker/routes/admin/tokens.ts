import type { Context } from "hono";
import { tokenCreate } from "../../../shared/admin.ts";
import { ORG_TOKEN_PREFIX } from "../../../shared/ids.ts";
import { randomBase62 } from "../../crypto/base62.ts";
import { hex, sha256 } from "../../crypto/digest.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readOptionalBody } from "../../http/read-request.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import { insertedRow } from "../../storage/rows.ts";
import { findToken, insertToken, listTokens, markTokenRevoked } from "../../storage/tokens.ts";
import { auditActor, loadOrganizationOfPath } from "./load.ts";

export async function list(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganizationOfPath(c);
  return c.json(await listTokens(c.env.DB, organization.id, readPage(c)));
}

/** The only answer that ever holds the token; 43 characters are more than 256 bits, so that a plain hash guards it. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganizationOfPath(c);
  const body = await readOptionalBody(c, tokenCreate);
  const token = ORG_TOKEN_PREFIX + randomBase62(43);
  const fields = { org_id: organization.id, name: body.name ?? null };
  const now = Date.now();
  const [made] = await c.env.DB.batch([
    insertToken(c.env.DB, { ...fields, token_hash: hex(await sha256(token)) }, now),
    auditInsert(c.env.DB, "token", { ...auditActor(c, organization.id), action: "token.create", change: fields }, now),
  ]);
  return c.json({ ...insertedRow<object>(made), token }, 201);
}

export async function revoke(c: Context<AppEnv>): Promise<Response> {
  const id = pathId(c);
  const token = id === null ? null : await findToken(c.env.DB, id, scopeOf(c.var.actor));
  if (!token) throw new ApiError("token_not_found");
  const now = Date.now();
  const record = { ...auditActor(c, token.org_id), action: "token.revoke", target: `token:${token.id}` };
  await c.env.DB.batch([markTokenRevoked(c.env.DB, token.id, now), auditIfChanged(c.env.DB, record, now)]);
  return c.body(null, 204);
}
