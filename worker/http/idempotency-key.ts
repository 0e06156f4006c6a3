import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { ValidationError } from "./errors.ts";

const MAX_KEY = 255;

/**
 * The request's `Idempotency-Key`; `null` where it has none.
 * @throws ValidationError over 255 characters
 */
export function readIdempotencyKey(c: Context<AppEnv>): string | null {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined || key === "") return null;
  if (key.length <= MAX_KEY) return key;
  throw new ValidationError([
    {
      type: "string_too_long",
      loc: ["header", "Idempotency-Key"],
      msg: `String should have at most ${MAX_KEY} characters`,
    },
  ]);
}
