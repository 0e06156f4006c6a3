import type { Context } from "hono";
import { actorName } from "../../auth/actor.ts";
import { hex, sha256 } from "../../crypto/digest.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readIdempotencyKey } from "../../http/idempotency-key.ts";
import { runOnce } from "../../projects/run-once.ts";
import { readVariables } from "../../variables.ts";

/**
 * Answers a creating call, which is done once per `Idempotency-Key` where the caller sent one: a repeat gets the same
 * answer, with what it shows only once.
 * @param body as it was validated, to tell a repeat from another request
 */
export async function idempotent(
  c: Context<AppEnv>,
  body: unknown,
  create: () => Promise<object>,
  status: 200 | 201 = 201,
): Promise<Response> {
  const key = readIdempotencyKey(c);
  if (key === null) return c.json(await create(), status);
  const scope = `${actorName(c.var.actor)} ${c.req.method} ${c.req.path}`;
  const request_hash = hex(await sha256(JSON.stringify(body)));
  const secrets = readVariables(c.env).KEY_SECRET;
  return c.json(await runOnce(c.env.DB, secrets, { scope, key, request_hash }, create), status);
}
