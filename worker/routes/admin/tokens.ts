import { tokenCreate } from "../../../shared/admin.ts";
import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { createToken, revokeToken } from "../../projects/tokens.ts";
import { endRevoked } from "../../sessions/end-revoked.ts";
import { listTokens } from "../../storage/tokens.ts";
import { idempotent } from "./idempotent.ts";
import { organizationOfPath, tokenOfPath } from "./of-path.ts";

const operation = operationsOf("Organizations");

export const list = operation({
  id: "listTokens",
  summary: "List an organization's tokens",
  page: "OrgTokenList",
  async handle(c) {
    const organization = await organizationOfPath(c);
    return c.json(await listTokens(c.env.DB, organization.id, readPage(c)));
  },
});

export const create = operation({
  id: "createToken",
  summary: "Create a token for an organization",
  description: "It can read and change only that organization. The token is shown only once.",
  body: tokenCreate,
  bodyOptional: true,
  answers: { 201: { description: "Created; store the token now.", schema: "OrgTokenCreated" } },
  bounds: ["token.create"],
  repeatable: true,
  async handle(c, readBody) {
    const organization = await organizationOfPath(c);
    const body = await readBody();
    const fields = { org_id: organization.id, name: body.name ?? null };
    return idempotent(c, body, () => createToken(c.env.DB, c.var.actor, fields));
  },
});

export const revoke = operation({
  id: "revokeToken",
  summary: "Revoke an organization's token",
  answers: { 204: "Revoked." },
  async handle(c) {
    await revokeToken(c.env.DB, c.var.actor, await tokenOfPath(c));
    await endRevoked(c.env);
    return c.body(null, 204);
  },
});
