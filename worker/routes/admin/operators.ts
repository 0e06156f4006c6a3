import type { Context } from "hono";
import { operatorCreate, operatorPatch } from "../../../shared/operators.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { loadOperator } from "../../projects/load.ts";
import * as operators from "../../projects/operators.ts";
import { closeRevokedInboxes } from "../../sessions/open-inboxes.ts";
import { listOperators } from "../../storage/operators.ts";
import { idempotent } from "./idempotent.ts";

const load = (c: Context<AppEnv>) => loadOperator(c.env.DB, pathId(c));

export const list = async (c: Context<AppEnv>) => c.json(await listOperators(c.env.DB, readPage(c)));

export const read = async (c: Context<AppEnv>) => c.json(await load(c));

/** The only answer that ever holds the token. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, operatorCreate);
  return idempotent(c, body, () => operators.createOperator(c.env.DB, c.var.actor, body));
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const operator = await load(c);
  const body = await readBody(c, operatorPatch);
  const changed = await operators.changeOperator(c.env.DB, c.var.actor, operator, body);
  await closeRevokedInboxes(c.env);
  return c.json(changed);
}

/** The only answer that ever holds the new token. */
export async function renewToken(c: Context<AppEnv>): Promise<Response> {
  const renewed = await operators.renewOperatorToken(c.env.DB, c.var.actor, await load(c));
  await closeRevokedInboxes(c.env);
  return c.json(renewed);
}

export async function remove(c: Context<AppEnv>): Promise<Response> {
  await operators.removeOperator(c.env.DB, c.var.actor, await load(c));
  await closeRevokedInboxes(c.env);
  return c.body(null, 204);
}
