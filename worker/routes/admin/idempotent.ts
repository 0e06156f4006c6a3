import type { Context } from "hono";
import { hex, sha256 } from "../../crypto/digest.ts";
import { type AppEnv, actorName } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { beginOperation, dropOperation, finishOperation } from "../../storage/idempotency.ts";

const MAX_KEY = 255;

/**
 * Carries out a creating call, once per `Idempotency-Key` where the caller sent one: the same request again gives the
 * first answer. Not for answers that hold a secret, since the answer is kept.
 * @param body as it was validated, to tell a repeat from another request
 */
export async function idempotent(c: Context<AppEnv>, body: unknown, create: () => Promise<object>): Promise<Response> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined || key === "") return c.json(await create(), 201);
  if (key.length > MAX_KEY)
    throw new ValidationError([
      {
        type: "string_too_long",
        loc: ["header", "Idempotency-Key"],
        msg: `String should have at most ${MAX_KEY} characters`,
      },
    ]);
  const scope = `${actorName(c.var.actor)} ${c.req.method} ${c.req.path}`;
  const request_hash = hex(await sha256(JSON.stringify(body)));
  const earlier = await beginOperation(c.env.DB, { scope, key, request_hash }, Date.now());
  if (earlier.kind === "other_request") throw new ApiError("conflict");
  if (earlier.kind === "running") throw new ApiError("in_progress");
  if (earlier.kind === "done") return c.json(earlier.response as object, 201);
  let answer: object;
  try {
    answer = await create();
  } catch (error) {
    await dropOperation(c.env.DB, scope, key);
    throw error;
  }
  await finishOperation(c.env.DB, scope, key, answer);
  return c.json(answer, 201);
}
