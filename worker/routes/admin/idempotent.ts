import type { Context } from "hono";
import { actorName } from "../../actor.ts";
import { countUncounted } from "../../auth/uncounted-costs.ts";
import { hex, sha256 } from "../../crypto/digest.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readIdempotencyKey } from "../../http/idempotency-key.ts";
import { type Part, runOnce } from "../../projects/run-once.ts";
import { readVariables } from "../../variables.ts";

/**
 * Creates something once for each `Idempotency-Key`, if the caller sent one: a repeat gets what was made, including
 * secrets that are shown only once.
 * @param body the validated body, to tell a repeat from another request
 * @param create where it makes several things, each as a part, so that a repeat of what failed half-way goes on from there
 * @throws ApiError `refused_too_often`
 */
export async function createOnce<T extends object>(
  c: Context<AppEnv>,
  body: unknown,
  create: (part: Part) => Promise<T>,
): Promise<T> {
  const key = readIdempotencyKey(c);
  if (key === null) return create((_, make) => make());
  // Its name is written down before anybody knows whether there is room.
  countUncounted(c.var.actor, "sent an Idempotency-Key");
  const scope = `${actorName(c.var.actor)} ${c.req.method} ${c.req.path}`;
  const request_hash = hex(await sha256(JSON.stringify(body)));
  const secrets = readVariables(c.env).KEY_SECRET;
  const part: Part = (name, make) => runOnce(c.env.DB, secrets, { scope: `${scope} ${name}`, key, request_hash }, make);
  return runOnce(c.env.DB, secrets, { scope, key, request_hash }, () => create(part));
}

/** Answers with what `createOnce` makes. */
export const idempotent = async (
  c: Context<AppEnv>,
  body: unknown,
  create: () => Promise<object>,
  status: 200 | 201 = 201,
): Promise<Response> => c.json(await createOnce(c, body, create), status);
