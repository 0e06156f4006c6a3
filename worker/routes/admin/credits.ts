import type { Context } from "hono";
import { creditGrant } from "../../../shared/admin.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readIdempotencyKey } from "../../http/idempotency-key.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { grantCredit, listEntries } from "../../projects/credits.ts";
import { loadOrganization } from "../../projects/load.ts";
import { pageOf } from "../../storage/page.ts";

/** `POST /admin/v1/organizations/{id}/credits` */
export async function grant(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganization(c.env.DB, c.var.actor, pathId(c));
  const { amount, note = null } = await readBody(c, creditGrant);
  const key = readIdempotencyKey(c);
  const operation = key === null ? `once:${crypto.randomUUID()}` : `key:${key}`;
  return c.json({ credit: await grantCredit(c.env, c.var.actor, organization, { operation, amount, note }) });
}

/** `GET /admin/v1/organizations/{id}/ledger` */
export async function ledger(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganization(c.env.DB, c.var.actor, pathId(c));
  const page = readPage(c);
  const before = page.after === 0 ? null : page.after;
  return c.json(pageOf(await listEntries(c.env, organization.id, before, page.limit + 1), page));
}
