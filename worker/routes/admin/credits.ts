import type { Context } from "hono";
import { creditGrant } from "../../../shared/admin.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { readBody } from "../../http/read-request.ts";
import { callLedger } from "../../objects/org-ledger/client.ts";
import { recordAudit } from "../../storage/audit.ts";
import { termsOf } from "../../storage/organizations.ts";
import { pageOf } from "../../storage/page.ts";
import { auditActor, loadOrganizationOfPath } from "./load.ts";

const MAX_KEY = 255;

/** The ledger itself remembers what was granted under a key: a retry is safe whatever broke in between. */
function operationName(c: Context<AppEnv>): string {
  const key = c.req.header("Idempotency-Key") ?? "";
  if (key.length > MAX_KEY)
    throw new ValidationError([
      {
        type: "string_too_long",
        loc: ["header", "Idempotency-Key"],
        msg: `String should have at most ${MAX_KEY} characters`,
      },
    ]);
  return key === "" ? `once:${crypto.randomUUID()}` : `key:${key}`;
}

/** `POST /admin/v1/organizations/{id}/credits` */
export async function grant(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganizationOfPath(c);
  const { amount, note = null } = await readBody(c, creditGrant);
  const operation = operationName(c);
  const result = await callLedger(c.env, organization.id, (ledger) =>
    ledger.grant({ operation, amount, note }, termsOf(organization)),
  );
  if (!result.ok && result.error === "conflict") throw new ApiError("conflict");
  if (!result.ok)
    throw new ValidationError([
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
      ...auditActor(c, organization.id),
      action: "organization.credit",
      target: `organization:${organization.id}`,
      change: { amount, note },
    });
  return c.json({ credit: result.credit });
}

/** `GET /admin/v1/organizations/{id}/ledger`: from the ledger itself, so that it is whole. */
export async function ledger(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganizationOfPath(c);
  const page = readPage(c);
  const entries = await callLedger(c.env, organization.id, (org_ledger) =>
    org_ledger.entries(page.after === 0 ? null : page.after, page.limit + 1),
  );
  return c.json(pageOf(entries, page));
}
