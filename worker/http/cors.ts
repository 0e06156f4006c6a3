import { CALLS_PATH } from "../../shared/session.ts";
import { BoundedMap } from "../bounded-map.ts";

/**
 * Any page may ask the visitors' API; the key decides what it is told. Plain functions and no middleware: `withTelemetry`
 * calls them, so that a preflight, which every page sends, passes through nothing else.
 */
export const isWidgetApi = (path: string): boolean => path.startsWith("/widget/v1/") || path === CALLS_PATH;

/** Lets the page that asked read the answer, an error's too, so that it can tell why; beside its own origin. */
export const CORS_HEADERS = {
  Vary: "Origin",
  "Access-Control-Expose-Headers": "RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag, Allow, Location",
};

const corsHeaders = Object.entries(CORS_HEADERS);

export function setCorsHeaders(headers: Headers, origin: string | null): void {
  for (const [name, value] of corsHeaders) headers.set(name, value);
  if (origin !== null) headers.set("Access-Control-Allow-Origin", origin);
}

/** Origins longer than this are nobody's; they are answered and not remembered. */
const MAX_ORIGIN = 256;

/** Headers of an answer that is given often, made once for each origin: copying them costs much less than setting them. */
export class PreparedHeaders {
  readonly #base: Headers;
  readonly #made: BoundedMap<string, Headers>;

  constructor(base: HeadersInit, origins = 64) {
    this.#base = new Headers(base);
    this.#made = new BoundedMap(origins);
  }

  /** For one answer, to be made of it at once: a name set here costs less than on the answer. */
  for(origin: string | null, request_id: string): Headers {
    const headers = this.#of(origin);
    headers.set("X-Request-Id", request_id);
    return headers;
  }

  #of(origin: string | null): Headers {
    if (origin === null) return this.#base;
    const known = this.#made.get(origin);
    if (known) return known;
    const made = new Headers(this.#base);
    made.set("Access-Control-Allow-Origin", origin);
    if (origin.length <= MAX_ORIGIN) this.#made.set(origin, made);
    return made;
  }
}

const PREFLIGHT = new PreparedHeaders({
  Vary: "Origin",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    // The second line is what OpenAI's own browser clients send with an offer.
    "X-API-Key, Content-Type, Accept, Accept-Language, If-None-Match, Idempotency-Key, Cache-Control, Pragma, " +
    "Authorization, X-OpenAI-Agents-SDK, OpenAI-Safety-Identifier, User-Agent",
  "Access-Control-Max-Age": "86400",
});

/** It carries no key, so it is answered at once and touches nothing. */
export const preflight = (origin: string | null, request_id: string): Response =>
  new Response(null, { status: 204, headers: PREFLIGHT.for(origin, request_id) });
