import { CALLS_PATH } from "../../shared/session.ts";
import { BoundedMap } from "../bounded-map.ts";

/**
 * Whether it is the visitors' API, which any page may call; the key decides what it gets. This file has plain functions
 * instead of middleware: `withTelemetry` calls them, so that a preflight, which every page sends, passes through
 * nothing else.
 */
export const isWidgetApi = (path: string): boolean => path.startsWith("/widget/v1/") || path === CALLS_PATH;

/** Whether it is a file that pages of other sites load. */
const isSharedFile = (path: string): boolean =>
  /^\/(voice-widget(-[\w.-]+)?\.js|(release|openapi)\.json|embed\/[^/]+\.js|(again\/)?assets\/.+)$/.test(path);

/** Whether pages of other sites may ask for it, so that their browsers ask with a preflight first. */
export const hasPreflight = (path: string): boolean => isWidgetApi(path) || isSharedFile(path);

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
    const headers = this.#made.get(origin);
    if (headers) return headers;
    const made = new Headers(this.#base);
    made.set("Access-Control-Allow-Origin", origin);
    if (origin.length <= MAX_ORIGIN) this.#made.set(origin, made);
    return made;
  }
}

/** What our own clients send. The second line is for OpenAI's browser clients, which send these with an offer. */
const OWN_HEADERS =
  "X-API-Key, Content-Type, Accept, Accept-Language, If-None-Match, Idempotency-Key, Cache-Control, Pragma, " +
  "Authorization, X-OpenAI-Agents-SDK, OpenAI-Safety-Identifier, User-Agent";
const own = new Set(OWN_HEADERS.toLowerCase().split(", "));

const PREFLIGHT = new PreparedHeaders({
  Vary: "Origin, Access-Control-Request-Headers",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": OWN_HEADERS,
  "Access-Control-Max-Age": "86400",
});

/** How many names besides our own a preflight may ask for. */
const MAX_ASKED = 40;
/** A header's name, and no longer. A lone `*` would allow every name. */
const NAME = /^(?!\*$)[\w!#$%&'*+.^`|~-]{1,64}$/;

/**
 * The asked names that are not our own. Monitoring in a page adds headers to whatever the page sends, under names that nobody
 * can list; they are allowed, and read by nobody. See docs/decisions/0073-on-any-page.md.
 */
function foreignNames(asked: string | null): string[] {
  const foreign = new Set<string>();
  for (const part of asked?.split(",") ?? []) {
    const name = part.trim().toLowerCase();
    if (NAME.test(name) && !own.has(name)) foreign.add(name);
    if (foreign.size === MAX_ASKED) break;
  }
  return [...foreign];
}

/** A preflight has no key, so it is answered at once and counts nowhere. It never allows credentials. */
export function preflight(origin: string | null, asked: string | null, request_id: string): Response {
  const prepared = PREFLIGHT.for(origin, request_id);
  const foreign = foreignNames(asked);
  if (!foreign.length) return new Response(null, { status: 204, headers: prepared });
  const headers = new Headers(prepared);
  headers.set("Access-Control-Allow-Headers", [OWN_HEADERS, ...foreign].join(", "));
  return new Response(null, { status: 204, headers });
}
