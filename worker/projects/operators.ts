import { OPERATOR_TOKEN_PREFIX } from "../../shared/ids.ts";
import type { Operator, OperatorFields } from "../../shared/operators.ts";
import type { Actor } from "../actor.ts";
import { change } from "../change.ts";
import { randomBase62 } from "../crypto/base62.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import { valueError } from "../http/errors.ts";
import { permit } from "../permissions.ts";
import {
  deleteOperator,
  insertOperator,
  operatorDifference,
  updateOperator,
  writeOperatorToken,
} from "../storage/operators.ts";

/** 43 characters are more than 256 bits, so a plain hash protects the token. */
async function newToken(): Promise<{ token: string; token_hash: string }> {
  const token = OPERATOR_TOKEN_PREFIX + randomBase62(43);
  return { token, token_hash: hex(await sha256(token)) };
}

const taken = () => valueError(["body", "email"], "Another operator has this address");

const record = (actor: Actor, verb: "update" | "renew_token" | "delete", id: number) => ({
  ...permit(actor, `operator.${verb}`, null),
  target: `operator:${id}`,
});

/** @returns the operator with the only copy of the token */
export async function createOperator(
  db: D1Database,
  actor: Actor,
  fields: OperatorFields,
): Promise<Operator & { token: string }> {
  const created = { ...permit(actor, "operator.create", null), change: { name: fields.name, role: fields.role } };
  const { token, token_hash } = await newToken();
  const row = await change<Operator>(db, created, insertOperator(db, fields, token_hash, Date.now()));
  if (!row) throw taken();
  return { ...row, token };
}

/** A new role takes effect with the next request. */
export async function changeOperator(
  db: D1Database,
  actor: Actor,
  operator: Operator,
  patch: { [Name in keyof OperatorFields]?: OperatorFields[Name] | undefined },
): Promise<Operator> {
  const about = { ...record(actor, "update", operator.id), ...operatorDifference(operator, patch) };
  const row = await change<Operator>(db, about, updateOperator(db, operator.id, patch));
  if (!row) throw taken();
  return row;
}

/** The old token and every sign-in with it end before the answer. */
export async function renewOperatorToken(
  db: D1Database,
  actor: Actor,
  operator: Operator,
): Promise<Operator & { token: string }> {
  const { token, token_hash } = await newToken();
  await change(db, record(actor, "renew_token", operator.id), writeOperatorToken(db, operator.id, token_hash));
  return { ...operator, token };
}

export async function removeOperator(db: D1Database, actor: Actor, operator: Operator): Promise<void> {
  await change(db, record(actor, "delete", operator.id), deleteOperator(db, operator.id));
}
