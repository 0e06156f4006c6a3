import type { Hono } from "hono";
import type { Bindings } from "../env.ts";
import type { App } from "../http/context.ts";
import { beginExchange, type Exchange, enter } from "../http/exchange.ts";
import { allow, isVisitors, preflight } from "./cors.ts";
import { refusedAtOnce } from "./key.ts";

/** What another service or object answered cannot be changed, only made again around the same body or socket. */
function changeable(response: Response): Response {
  const headers = new Headers(response.headers);
  return response.webSocket
    ? new Response(null, { status: 101, headers, webSocket: response.webSocket })
    : new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** The answer with its request id. Headers are set on it here and not before: what Hono prepares it copies once more. */
function named(answer: Response, request_id: string): Response {
  try {
    answer.headers.set("X-Request-Id", request_id);
    return answer;
  } catch {
    const copy = changeable(answer);
    copy.headers.set("X-Request-Id", request_id);
    return copy;
  }
}

/** One structured line and one data point. What is logged is named here and in `log`: never a key, a token, an address or what was said. */
function record(exchange: Exchange, bindings: Bindings, route: string, status: number): void {
  const { request_id, started, log } = exchange;
  const { method } = exchange.request;
  const ms = Date.now() - started;
  console.log(JSON.stringify({ request_id, method, route, status, ms, ...log }));
  bindings.METRICS?.writeDataPoint({
    indexes: [route],
    blobs: [method, route, String(status), String(log.key_id ?? ""), String(log.error ?? "")],
    doubles: [1, ms],
  });
}

const UNMATCHED = "unmatched";

export type Serve = (request: Request, bindings: Bindings, execution: ExecutionContext) => Response | Promise<Response>;

/**
 * Around all routes: a request id on every answer, CORS on the visitors' API, one log line a request. Preflights and
 * the refusals that this isolate remembers end here, with nothing awaited and no route entered: a middleware would cost
 * every request of a flood a tenth more.
 */
export function observed(app: Hono<App>): Serve {
  return (request, bindings, execution) => {
    const exchange = beginExchange(request);
    const { origin, path, request_id } = exchange;
    const visitors = isVisitors(path);
    if (visitors && request.method === "OPTIONS") {
      const answer = preflight(origin, request_id);
      record(exchange, bindings, UNMATCHED, answer.status);
      return answer;
    }
    const matched = app.router.match(request.method === "HEAD" ? "GET" : request.method, path)[0].at(-1)?.[0];
    const pattern = matched?.[1].path ?? "/*";
    const finish = (answer: Response) => {
      record(exchange, bindings, pattern.endsWith("/*") ? UNMATCHED : pattern, answer.status);
      return answer;
    };
    const refusal = matched && refusedAtOnce(exchange, matched[0], bindings);
    if (refusal) return finish(refusal);

    enter(exchange);
    const answered = app.fetch(request, bindings, execution);
    const dress = (found: Response) => {
      if (exchange.finished) return finish(found);
      const answer = named(found, request_id);
      if (visitors) allow(answer.headers, origin);
      return finish(answer);
    };
    return answered instanceof Promise ? answered.then(dress) : dress(answered);
  };
}
