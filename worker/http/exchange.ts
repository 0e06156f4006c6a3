import type { Context } from "hono";
import { getPath } from "hono/utils/url";
import type { App } from "./context.ts";

/** What one request carries from its first line of code to its log line, whichever layer it is in. */
export interface Exchange {
  readonly request: Request;
  /** The request's path, decoded as the router reads it. */
  readonly path: string;
  /** The request's `Origin`, as sent. */
  readonly origin: string | null;
  /** Unix milliseconds. */
  readonly started: number;
  readonly request_id: string;
  /** Facts for the one log line of this request. */
  readonly log: Record<string, string | number | null>;
  /** The answer carries its request id and its CORS headers already. */
  finished: boolean;
}

export const beginExchange = (request: Request): Exchange => ({
  request,
  path: getPath(request),
  origin: request.headers.get("Origin"),
  started: Date.now(),
  request_id: crypto.randomUUID(),
  log: {},
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
