import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { App } from "../http/context.ts";

/** Gives the answer its request id. An upgrade answer cannot be changed, only made again around the same socket. */
function withRequestId(response: Response, request_id: string): Response {
  if (response.headers.get("X-Request-Id") === request_id) return response;
  const headers = new Headers(response.headers);
  headers.set("X-Request-Id", request_id);
  return response.webSocket
    ? new Response(null, { status: 101, headers, webSocket: response.webSocket })
    : new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/**
 * First of all: a request id on every answer, one structured log line and one data point a request. What is logged is
 * named here and in `log`: never a key, a token, an address or what was said.
 */
export const telemetry: MiddlewareHandler<App> = async (c, next) => {
  const started = Date.now();
  const request_id = crypto.randomUUID();
  c.set("request_id", request_id);
  // `c.get`, not `c.var`: that one copies all variables each time.
  const log: App["Variables"]["log"] = {};
  c.set("log", log);
  c.header("X-Request-Id", request_id);
  await next();
  const answer = withRequestId(c.res, request_id);
  if (answer !== c.res) {
    // Hono merges the headers of the old answer into the new one, unless it was taken away.
    c.res = undefined;
    c.res = answer;
  }

  const route = routePath(c, -1);
  const pattern = route === "/*" || route.endsWith("/*") ? "unmatched" : route;
  const { status } = answer;
  const ms = Date.now() - started;
  console.log(JSON.stringify({ request_id, method: c.req.method, route: pattern, status, ms, ...log }));
  const { key_id = null, error = null } = log;
  c.env.METRICS?.writeDataPoint({
    indexes: [pattern],
    blobs: [c.req.method, pattern, String(status), key_id === null ? "" : String(key_id), String(error ?? "")],
    doubles: [1, ms],
  });
};
