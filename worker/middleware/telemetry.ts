import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { App } from "../http/context.ts";
import { allow, isVisitors, preflight } from "./cors.ts";

type Log = App["Variables"]["log"];

/** What another service or object answered cannot be changed, only made again around the same body or socket. */
function changeable(response: Response): Response {
  const headers = new Headers(response.headers);
  return response.webSocket
    ? new Response(null, { status: 101, headers, webSocket: response.webSocket })
    : new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** The answer with its request id. Headers are set on it here and not before: what Hono prepares it copies once more. */
function named(c: Context<App>, request_id: string): Response {
  try {
    c.res.headers.set("X-Request-Id", request_id);
  } catch {
    const answer = changeable(c.res);
    answer.headers.set("X-Request-Id", request_id);
    // Hono merges the headers of the old answer into the new one, unless it was taken away.
    c.res = undefined;
    c.res = answer;
  }
  return c.res;
}

/** One structured line and one data point. What is logged is named here and in `log`: never a key, a token, an address or what was said. */
function record(c: Context<App>, started: number, request_id: string, route: string, status: number, log: Log): void {
  const { method } = c.req;
  const ms = Date.now() - started;
  console.log(JSON.stringify({ request_id, method, route, status, ms, ...log }));
  c.env.METRICS?.writeDataPoint({
    indexes: [route],
    blobs: [method, route, String(status), String(log.key_id ?? ""), String(log.error ?? "")],
    doubles: [1, ms],
  });
}

/** First of all: a request id on every answer, CORS on the visitors' API, one log line a request. */
export const telemetry: MiddlewareHandler<App> = async (c, next) => {
  const started = Date.now();
  const request_id = crypto.randomUUID();
  const origin = c.req.header("Origin");
  const visitors = isVisitors(c.req);
  if (visitors && c.req.method === "OPTIONS") {
    const answer = preflight(origin, request_id);
    record(c, started, request_id, "unmatched", answer.status, {});
    return answer;
  }
  const log: Log = {};
  c.set("log", log);
  c.set("origin", origin);
  c.set("request_id", request_id);
  await next();
  if (!c.get("finished")) {
    const { headers } = named(c, request_id);
    if (visitors) allow(headers, origin);
  }
  const route = routePath(c, -1);
  record(c, started, request_id, route.endsWith("/*") ? "unmatched" : route, c.res.status, log);
};
