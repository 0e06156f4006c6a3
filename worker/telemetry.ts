import type { Hono } from "hono";
import { knownRefusal } from "./auth/flood.ts";
import type { Bindings } from "./env.ts";
import type { AppEnv } from "./http/app-env.ts";
import { hasPreflight, isWidgetApi, preflight, setCorsHeaders } from "./http/cors.ts";
import { createRequestContext, type RequestContext, registerRequestContext } from "./http/request-context.ts";
import { noteFailure } from "./projects/failures.ts";
import { knownVariables } from "./variables.ts";

/** A copy with the same body or socket: the headers of an answer from another service or object are immutable. */
function mutableCopy(response: Response): Response {
  const headers = new Headers(response.headers);
  return response.webSocket
    ? new Response(null, { status: 101, headers, webSocket: response.webSocket })
    : new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Sets the header on the finished answer: headers on Hono's context would be copied once more. */
function withRequestId(answer: Response, request_id: string): Response {
  try {
    answer.headers.set("X-Request-Id", request_id);
    return answer;
  } catch {
    const copy = mutableCopy(answer);
    copy.headers.set("X-Request-Id", request_id);
    return copy;
  }
}

/** Refusals below 500 that are not the caller's fault. */
const VENDOR_FAILURES = new Set(["session_not_set_up", "call_refused"]);

/** One structured log record and one data point: never a key, a token, an address, or anything that was said. */
function writeLog({ started, log }: RequestContext, bindings: Bindings, execution: ExecutionContext, status: number) {
  log.status = status;
  log.ms = Date.now() - started;
  const { method, route, ms, key_id, error, cause } = log;
  const failed = status >= 500 || VENDOR_FAILURES.has(String(error));
  const sample = failed ? 1 : (knownVariables(bindings)?.LOG_SAMPLE ?? 1);
  if (sample < 1) log.sample = sample;
  if (sample === 1 || Math.random() < sample) console.log(JSON.stringify(log));
  if (failed) noteFailure(bindings.DB, execution, String(error ?? `status_${status}`), String(cause ?? ""), Date.now());
  bindings.METRICS?.writeDataPoint({
    indexes: [route],
    blobs: [method, route, String(status), String(key_id ?? ""), String(error ?? "")],
    doubles: [1, ms],
  });
}

export type RequestHandler = (
  request: Request,
  bindings: Bindings,
  execution: ExecutionContext,
) => Response | Promise<Response>;

/**
 * Around all routes: a request id on every answer, CORS headers on the widget's API, one log record for each request.
 * Preflights and refusals that this isolate already knows end here, without awaiting anything or entering a route. As
 * Hono middleware this made every request of a flood a tenth slower.
 */
export function withTelemetry(app: Hono<AppEnv>): RequestHandler {
  return (request, bindings, execution) => {
    const context = createRequestContext(request);
    const { origin, path, log } = context;
    const finish = (answer: Response) => {
      writeLog(context, bindings, execution, answer.status);
      return answer;
    };
    if (log.method === "OPTIONS" && hasPreflight(path)) {
      const asked = request.headers.get("Access-Control-Request-Headers");
      return finish(preflight(origin, asked, log.request_id));
    }
    const visitors = isWidgetApi(path);

    const matched = app.router.match(log.method === "HEAD" ? "GET" : log.method, path)[0].at(-1)?.[0];
    // A match that ends with `/*` is middleware, not a route.
    if (matched && !matched[1].path.endsWith("/*")) log.route = matched[1].path;
    const refusal = matched && knownRefusal(context, matched[0], bindings);
    if (refusal) return finish(refusal);

    registerRequestContext(context);
    const answered = app.fetch(request, bindings, execution);
    const finishFound = (found: Response) => {
      if (context.finished) return finish(found);
      const answer = withRequestId(found, log.request_id);
      if (visitors) setCorsHeaders(answer.headers, origin);
      return finish(answer);
    };
    return answered instanceof Promise ? answered.then(finishFound) : finishFound(answered);
  };
}
