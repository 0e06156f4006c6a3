import { operatorCreate, operatorPatch } from "../../../shared/operators.ts";
import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import * as operators from "../../projects/operators.ts";
import { endRevoked } from "../../sessions/end-revoked.ts";
import { listOperators } from "../../storage/operators.ts";
import { idempotent } from "./idempotent.ts";
import { operatorOfPath } from "./of-path.ts";

const operation = operationsOf("Operating");

export const list = operation({
  id: "listOperators",
  summary: "List the operators",
  page: "OperatorList",
  handle: async (c) => c.json(await listOperators(c.env.DB, readPage(c))),
});

export const read = operation({
  id: "getOperator",
  summary: "Read an operator",
  answers: { 200: { description: "The current state.", schema: "Operator" } },
  handle: async (c) => c.json(await operatorOfPath(c)),
});

export const create = operation({
  id: "createOperator",
  summary: "Create an operator",
  description:
    "`owner` may do everything. `support` may do the daily work of any organization, but not touch payment, tokens, secrets, deletions or operators. `read_only` may only look. With `email`, Cloudflare Access lets them in where it is set up. The token is shown only once.",
  body: operatorCreate,
  answers: { 201: { description: "Created; store the token now.", schema: "OperatorCreated" } },
  bounds: ["operator.create"],
  repeatable: true,
  async handle(c, readBody) {
    const body = await readBody();
    return idempotent(c, body, () => operators.createOperator(c.env.DB, c.var.actor, body));
  },
});

export const update = operation({
  id: "updateOperator",
  summary: "Change an operator's name, address or role",
  description: "A new role takes effect with the next request.",
  body: operatorPatch,
  answers: { 200: { description: "The current state.", schema: "Operator" } },
  async handle(c, readBody) {
    const operator = await operatorOfPath(c);
    const body = await readBody();
    const changed = await operators.changeOperator(c.env.DB, c.var.actor, operator, body);
    await endRevoked(c.env);
    return c.json(changed);
  },
});

export const renewToken = operation({
  id: "renewOperatorToken",
  summary: "Give an operator a new token",
  description: "The old token and every sign-in with it end before the answer.",
  answers: { 200: { description: "The new token.", schema: "OperatorCreated" } },
  async handle(c) {
    const renewed = await operators.renewOperatorToken(c.env.DB, c.var.actor, await operatorOfPath(c));
    await endRevoked(c.env);
    return c.json(renewed);
  },
});

export const remove = operation({
  id: "deleteOperator",
  summary: "Delete an operator",
  description: "The token and every sign-in with it end before the answer.",
  answers: { 204: "Deleted." },
  async handle(c) {
    await operators.removeOperator(c.env.DB, c.var.actor, await operatorOfPath(c));
    await endRevoked(c.env);
    return c.body(null, 204);
  },
});
