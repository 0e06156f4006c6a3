import type { HonoRequest } from "hono";

/**
 * Any page may ask the visitors' API; the key decides what it is told. Plain functions and no middleware: `telemetry`
 * calls them, so that a preflight, which every page sends, passes through nothing else.
 */
export const isVisitors = (request: HonoRequest): boolean => request.path.startsWith("/widget/v1/");

/** Copying headers at once is a third of setting each. */
const PREFLIGHT = new Headers({
  Vary: "Origin",
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "X-API-Key, Content-Type, Accept, Accept-Language, If-None-Match, Idempotency-Key, Cache-Control, Pragma",
  "Access-Control-Max-Age": "86400",
});
const EXPOSED = "RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag, Allow";

/** It carries no key, so it is answered at once and touches nothing. */
export function preflight(origin: string | undefined): Response {
  const answer = new Response(null, { status: 204, headers: PREFLIGHT });
  answer.headers.set("Access-Control-Allow-Origin", origin ?? "*");
  return answer;
}

/** Lets the page that asked read the answer, an error's too, so that it can tell why. */
export function allow(headers: Headers, origin: string | undefined): void {
  headers.set("Vary", "Origin");
  headers.set("Access-Control-Expose-Headers", EXPOSED);
  if (origin !== undefined) headers.set("Access-Control-Allow-Origin", origin);
}
