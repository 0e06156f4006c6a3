import type { Context } from "hono";
import { getPath } from "hono/utils/url";
import type { AppEnv } from "./app-env.ts";

interface LogRecord {
  request_id: string;
  method: string;
  /** The route's pattern. */
  route: string;
  status: number;
  /** Milliseconds that the answer took. */
  ms: number;
  [fact: string]: string | number | null;
}

/** What all layers know of one request, from its first step to its log record. */
export interface RequestContext {
  readonly request: Request;
  /** The request's path, decoded as the router reads it. */
  readonly path: string;
  /** The request's `Origin`, as sent. */
  readonly origin: string | null;
  /** Unix milliseconds. */
  readonly started: number;
  /** The one log record of this request: the fields of every record, then those that its route adds. */
  readonly log: LogRecord;
  /** What `auth/visitor.ts` calls the sender; `undefined` until somebody asks. */
  visitor: string | null | undefined;
  /** Gives an answer the headers that say what is left of its key's limits; `null` before a gate has admitted it. */
  setLimits: ((headers: Headers) => void) | null;
  /** Whether the answer already has its request id, CORS headers and limits. */
  finished: boolean;
}

/** The log's name for a path that has no route. */
const UNMATCHED = "unmatched";

export const createRequestContext = (request: Request): RequestContext => ({
  request,
  path: getPath(request),
  origin: request.headers.get("Origin"),
  started: Date.now(),
  log: { request_id: crypto.randomUUID(), method: request.method, route: UNMATCHED, status: 0, ms: 0 },
  visitor: undefined,
  setLimits: null,
  finished: false,
});

const contexts = new WeakMap<Request, RequestContext>();

/** Makes it available to the routes. */
export const registerRequestContext = (context: RequestContext): void => void contexts.set(context.request, context);

/** @throws Error for a request that did not enter through `handleRequest` */
export function requestContextOf(c: Context<AppEnv>): RequestContext {
  const context = contexts.get(c.req.raw);
  if (!context) throw new Error("Requests enter through handleRequest()");
  return context;
}
