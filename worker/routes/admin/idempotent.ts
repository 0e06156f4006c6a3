import type { Context } from "hono";
import { actorName } from "../../auth/actor.ts";
import { hex, sha256 } from "../../crypto/digest.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readIdempotencyKey } from "../../http/idempotency-key.ts";
import { runOnce } from "../../projects/run-once.ts";

/**
 * Answers 201 to a creating call, which is done once per `Idempotency-Key` where the caller sent one. Not for answers
 * that hold a secret, since the answer is stored.
 * @param body as it was validated, to tell a repeat from another request
 */
export async function idempotent(c: Context<AppEnv>, body: unknown, create: () => Promise<object>): Promise<Response> {
  const key = readIdempotencyKey(c);
  if (key === null) return c.json(await create(), 201);
  const scope = `${actorName(c.var.actor)} ${c.req.method} ${c.req.path}`;
  const request_hash = hex(await sha256(JSON.stringify(body)));
  return c.json(await runOnce(c.env.DB, { scope, key, request_hash }, create), 201);
}
