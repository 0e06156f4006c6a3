import type { Context, Hono, NotFoundHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorCode } from "../../shared/errors.ts";
import { InvalidVariables } from "../variables.ts";
import type { AppEnv } from "./app-env.ts";
import { ApiError, ValidationError } from "./errors.ts";
import { getOnly } from "./get-only.ts";
import { requestContextOf } from "./request-context.ts";

/** Keys, tokens, session secrets and webhook secrets, which must never reach a log, even in an error's text. */
const SECRETS = /\b(?:svc_[a-z]{2}_|sss_|ek_|whsec_|Bearer\s+)[\w+/=.-]+/g;
const cleaned = (text: string) => text.replace(SECRETS, "[secret]").slice(0, 2_000);

/** Bodies that the specification writes out whole: nothing stands beside their `detail`. */
const WRITTEN_OUT: ReadonlySet<ErrorCode> = new Set(["agent_not_allowed", "invalid_session_secret"] as const);

/** Seconds until a client should try again. */
const RETRY_AFTER = "5";

const MIGRATION_MISSING =
  "The database lacks a migration that this version needs; apply them (npm run deploy does), then try again";

/** Every error becomes an answer here. Internals go to the log, never to the caller. */
export function onError(error: Error, c: Context<AppEnv>): Response {
  // A refusal is about one request: no cache may store it.
  c.header("Cache-Control", "no-store");
  if (error instanceof ValidationError) {
    requestContextOf(c).log.error = error.detail[0]?.type ?? "validation";
    return c.json({ detail: error.detail }, 422);
  }
  if (error instanceof ApiError) {
    requestContextOf(c).log.error = error.message;
    if (error.cause !== undefined) requestContextOf(c).log.cause = cleaned(String(error.cause));
    if (error.status >= 500) c.header("Retry-After", RETRY_AFTER);
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    const code = WRITTEN_OUT.has(error.code) ? {} : { code: error.code };
    return c.json({ detail: error.detail, ...code, ...error.more }, error.status as ContentfulStatusCode);
  }
  requestContextOf(c).log.error = error instanceof InvalidVariables ? "settings" : "unexpected";
  requestContextOf(c).log.cause = cleaned(error.stack ?? String(error));
  // An operator can fix that; a visitor cannot.
  const lacksMigration =
    /no such (column|table)|has no column named/.test(String(error)) && c.req.path.startsWith("/admin/");
  const unavailable = new ApiError("unavailable", lacksMigration ? { detail: MIGRATION_MISSING } : {});
  c.header("Retry-After", RETRY_AFTER);
  return c.json({ detail: unavailable.detail, code: unavailable.code }, 503);
}

/**
 * For a request without a route: 405 with `Allow` if the path exists under other methods, else 404. Hono's middleware
 * is called here and not before the routes, so that other requests do not pay for it.
 */
export function notFound(app: Hono<AppEnv>): NotFoundHandler<AppEnv> {
  const check = methodNotAllowed<AppEnv>({
    app,
    onMethodNotAllowed: (c, methods) => {
      const headless = app.routes.some(({ path, handler }) => handler === getOnly && path === c.req.path);
      const allowed = methods.filter((method) => method !== "HEAD" || !headless).sort();
      return onError(new ApiError("method_not_allowed", { headers: { Allow: allowed.join(", ") } }), c);
    },
  });
  return async (c) => {
    await check(c, async () => {
      c.res = onError(new ApiError("not_found"), c);
    });
    return c.res;
  };
}
