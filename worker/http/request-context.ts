import type { Context } from "hono";
import { getPath } from "hono/utils/url";
import type { AppEnv } from "./app-env.ts";

export interface LogRecord {
  request_id: string;
  method: string;
  /** The pattern that answers the path. */
  route: string;
  status: number;
  /** Milliseconds that the answer took. */
  ms: number;
  [fact: string]: string | number | null;
}

/** What one request carries from its first step to its log record, whichever layer it is in. */
export interface RequestContext {
  readonly request: Request;
  /** The request's path, decoded as the router reads it. */
  readonly path: string;
  /** The request's `Origin`, as sent. */
  readonly origin: string | null;
  /** Unix milliseconds. */
  readonly started: number;
  /** The one log record of this request: what every record has first, then what its route adds. */
  readonly log: LogRecord;
  /** The answer carries its request id and its CORS headers already. */
  finished: boolean;
}

/** The route of a request that none answers. */
const UNMATCHED = "unmatched";

export const createRequestContext = (request: Request): RequestContext => ({
  request,
  path: getPath(request),
  origin: request.headers.get("Origin"),
  started: Date.now(),
  log: { request_id: crypto.randomUUID(), method: request.method, route: UNMATCHED, status: 0, ms: 0 },
  finished: false,
});

const contexts = new WeakMap<Request, RequestContext>();

/** From here on the routes find it. */
export const registerRequestContext = (context: RequestContext): void => void contexts.set(context.request, context);

/** @throws Error where the request came in another way than through `serve` */
export function requestContextOf(c: Context<AppEnv>): RequestContext {
  const context = contexts.get(c.req.raw);
  if (!context) throw new Error("Requests enter through handleRequest()");
  return context;
}
