import type { MiddlewareHandler } from "hono";
import type { App } from "../http/context.ts";

const PREFLIGHT = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "X-API-Key, Content-Type, Accept, Accept-Language, If-None-Match, Idempotency-Key, Cache-Control, Pragma",
  "Access-Control-Max-Age": "86400",
};
const EXPOSED = "RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag, Allow";

/**
 * Any page may ask; the key decides what it is told. A preflight carries no key, so it is answered at once and touches
 * nothing. The headers are set before the route runs: errors carry them too, so that a page can read why.
 */
export const cors: MiddlewareHandler<App> = async (c, next) => {
  const origin = c.req.header("Origin");
  c.header("Vary", "Origin");
  if (origin !== undefined) c.header("Access-Control-Allow-Origin", origin);
  if (c.req.method === "OPTIONS") {
    if (origin === undefined) c.header("Access-Control-Allow-Origin", "*");
    for (const [name, value] of Object.entries(PREFLIGHT)) c.header(name, value);
    return c.body(null, 204);
  }
  c.header("Access-Control-Expose-Headers", EXPOSED);
  return next();
};
