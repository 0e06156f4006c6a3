import { creditGrant } from "../../../shared/admin.ts";
import { readIdempotencyKey } from "../../http/idempotency-key.ts";
import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { grantCredit, listEntries } from "../../projects/credits.ts";
import { pageOf } from "../../storage/page.ts";
import { organizationOfPath } from "./of-path.ts";

const operation = operationsOf("Organizations");

export const grant = operation({
  id: "grantCredits",
  summary: "Grant or correct credits",
  description:
    "A positive `amount` grants, a negative one corrects. With an `Idempotency-Key` a retry is safe: the same request again changes nothing and gets the same answer.",
  body: creditGrant,
  answers: { 200: { description: "The new credit.", schema: "CreditAnswer" } },
  errors: ["conflict"],
  repeatable: true,
  async handle(c, readBody) {
    const organization = await organizationOfPath(c);
    const { amount, note = null } = await readBody();
    const key = readIdempotencyKey(c);
    const operation = key === null ? `once:${crypto.randomUUID()}` : `key:${key}`;
    return c.json({ credit: await grantCredit(c.env, c.var.actor, organization, { operation, amount, note }) });
  },
});

export const ledger = operation({
  id: "listLedger",
  summary: "List ledger entries",
  description: "Append-only; the sum of all amounts is the balance.",
  page: "LedgerEntryList",
  async handle(c) {
    const organization = await organizationOfPath(c);
    const page = readPage(c);
    const before = page.after === 0 ? null : page.after;
    return c.json(pageOf(await listEntries(c.env, organization.id, before, page.limit + 1), page));
  },
});
