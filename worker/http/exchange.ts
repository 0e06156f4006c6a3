import type { Context } from "hono";
import { getPath } from "hono/utils/url";
import type { App } from "./context.ts";

export interface LogLine {
  request_id: string;
  method: string;
  /** The pattern that answers the path. */
  route: string;
  status: number;
  /** Milliseconds that the answer took. */
  ms: number;
  [fact: string]: string | number | null;
}

/** What one request carries from its first line of code to its log line, whichever layer it is in. */
export interface Exchange {
  readonly request: Request;
  /** The request's path, decoded as the router reads it. */
  readonly path: string;
  /** The request's `Origin`, as sent. */
  readonly origin: string | null;
  /** Unix milliseconds. */
  readonly started: number;
  /** The one log line of this request: what every line has first, then what its route finds out. */
  readonly log: LogLine;
  /** The answer carries its request id and its CORS headers already. */
  finished: boolean;
}

/** The route of a request that none answers. */
const UNMATCHED = "unmatched";

export const beginExchange = (request: Request): Exchange => ({
  request,
  path: getPath(request),
  origin: request.headers.get("Origin"),
  started: Date.now(),
  log: { request_id: crypto.randomUUID(), method: request.method, route: UNMATCHED, status: 0, ms: 0 },
  finished: false,
});

const exchanges = new WeakMap<Request, Exchange>();

/** From here on the routes find it. */
export const enter = (exchange: Exchange): void => void exchanges.set(exchange.request, exchange);

/** @throws Error where the request came in another way than through `serve` */
export function exchangeOf(c: Context<App>): Exchange {
  const exchange = exchanges.get(c.req.raw);
  if (!exchange) throw new Error("Requests enter through serve()");
  return exchange;
}
