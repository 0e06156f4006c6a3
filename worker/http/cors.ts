import { CALLS_PATH } from "../../shared/session.ts";
import { BoundedMap } from "../bounded-map.ts";

/**
 * Whether it is the visitors' API, which any page may call; the key decides what it gets. This file has plain functions
 * instead of middleware: `withTelemetry` calls them, so that a preflight, which every page sends, passes through
 * nothing else.
 */
export const isWidgetApi = (path: string): boolean => path.startsWith("/widget/v1/") || path === CALLS_PATH;

/** Lets the page read the answer, errors too. The page's own origin is added to these. */
export const CORS_HEADERS = {
  Vary: "Origin",
  "Access-Control-Expose-Headers": "RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag, Allow, Location",
};

const corsHeaders = Object.entries(CORS_HEADERS);

export function setCorsHeaders(headers: Headers, origin: string | null): void {
  for (const [name, value] of corsHeaders) headers.set(name, value);
  if (origin !== null) headers.set("Access-Control-Allow-Origin", origin);
}

/** Longer origins are not real ones; they are answered, but not remembered. */
const MAX_ORIGIN = 256;

/** Headers of a frequent answer, made once for each origin: copying headers costs much less than setting them. */
export class PreparedHeaders {
  readonly #base: Headers;
  readonly #made: BoundedMap<string, Headers>;

  constructor(base: HeadersInit, origins = 64) {
    this.#base = new Headers(base);
    this.#made = new BoundedMap(origins);
  }

  /** For one answer, to be created immediately: setting a header here costs less than on the answer. */
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
    // The second line is for OpenAI's own browser clients, which send these with an offer.
    "X-API-Key, Content-Type, Accept, Accept-Language, If-None-Match, Idempotency-Key, Cache-Control, Pragma, " +
    "Authorization, X-OpenAI-Agents-SDK, OpenAI-Safety-Identifier, User-Agent",
  "Access-Control-Max-Age": "86400",
});

/** A preflight has no key, so it is answered at once and counts nowhere. */
export const preflight = (origin: string | null, request_id: string): Response =>
  new Response(null, { status: 204, headers: PREFLIGHT.for(origin, request_id) });
