import type { Context } from "hono";
import { creditGrant } from "../../../shared/admin.ts";
import type { App } from "../../http/context.ts";
import { ApiError, RequestFaults } from "../../http/error.ts";
import { readPage } from "../../http/page.ts";
import { readBody } from "../../http/request.ts";
import { onLedger } from "../../sessions/ledger.ts";
import { recordAudit } from "../../storage/audit.ts";
import { termsOf } from "../../storage/organizations.ts";
import { pageOf } from "../../storage/page.ts";
import { acting, organizationOfPath } from "./nouns.ts";

const MAX_KEY = 255;

/** The ledger itself remembers what was granted under a key: a retry is safe whatever broke in between. */
function operationName(c: Context<App>): string {
  const key = c.req.header("Idempotency-Key") ?? "";
  if (key.length > MAX_KEY)
    throw new RequestFaults([
      {
        type: "string_too_long",
        loc: ["header", "Idempotency-Key"],
        msg: `String should have at most ${MAX_KEY} characters`,
      },
    ]);
  return key === "" ? `once:${crypto.randomUUID()}` : `key:${key}`;
}

/** `POST /admin/v1/organizations/{id}/credits` */
export async function grant(c: Context<App>): Promise<Response> {
  const organization = await organizationOfPath(c);
  const { amount, note = null } = await readBody(c, creditGrant);
  const operation = operationName(c);
  const result = await onLedger(c.env, organization.id, (ledger) =>
    ledger.grant({ operation, amount, note }, termsOf(organization)),
  );
  if (!result.ok && result.error === "conflict") throw new ApiError("conflict");
  if (!result.ok)
    throw new RequestFaults([
      {
        type: "value_error",
        loc: ["body", "amount"],
        msg:
          amount < 0
            ? `Value error, Only ${result.credit.available} credits can be taken: running sessions have reserved the rest`
            : "Value error, The balance would grow past what can be counted; grant less",
      },
    ]);
  if (!result.repeated)
    await recordAudit(c.env.DB, {
      ...acting(c, organization.id),
      action: "organization.credit",
      target: `organization:${organization.id}`,
      change: { amount, note },
    });
  return c.json({ credit: result.credit });
}

/** `GET /admin/v1/organizations/{id}/ledger`: from the ledger itself, so that it is whole. */
export async function ledger(c: Context<App>): Promise<Response> {
  const organization = await organizationOfPath(c);
  const page = readPage(c);
  const entries = await onLedger(c.env, organization.id, (books) =>
    books.entries(page.after === 0 ? null : page.after, page.limit + 1),
  );
  return c.json(pageOf(entries, page));
}
