import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import { LIVE_TOKEN } from "../../shared/live.ts";
import { type Actor, ADMIN, actorName } from "../actor.ts";
import type { AppEnv } from "../http/app-env.ts";
import { bearerToken } from "../http/bearer-token.ts";
import { ApiError } from "../http/errors.ts";
import { credentialIn, isUpgrade } from "../http/live-socket.ts";
import { requestContextOf } from "../http/request-context.ts";
import { guard } from "../openapi/access.ts";
import { type Action, isOperators, requireMay } from "../permissions.ts";
import { readVariables } from "../variables.ts";
import { ACCESS_HEADER, accessActor } from "./cloudflare-access.ts";
import { signedInActor } from "./console-sign-in.ts";
import { credentialOf } from "./credentials.ts";
import { senderOf } from "./refused-credentials.ts";
import { isSignInLink, mayBeRedeemed } from "./sign-in-link.ts";

const unauthorized = (presented: boolean) =>
  new ApiError("operator_unauthorized", {
    headers: { "WWW-Authenticate": `Bearer realm="voice-widget"${presented ? ', error="invalid_token"' : ""}` },
  });

const changes = (c: Context<AppEnv>): boolean => c.req.method !== "GET" && c.req.method !== "HEAD";

/** Browsers send cookies also for pages of other sites, so a change with a cookie must come from a page of our own. */
function requireOwnPage(c: Context<AppEnv>): void {
  // No other answer than a socket's reaches a page of another site.
  if (!changes(c) && !isUpgrade(c.req.raw)) return;
  const site = c.req.header("Sec-Fetch-Site");
  const own = site === undefined ? c.req.header("Origin") === new URL(c.req.url).origin : site === "same-origin";
  if (!own) throw new ApiError("cross_site");
}

/** The caller by what the browser sends automatically: the console's cookie, or Cloudflare Access. */
async function ambientActor(c: Context<AppEnv>): Promise<Actor | null> {
  const token = c.req.header(ACCESS_HEADER);
  const actor = (await signedInActor(c)) ?? (token === undefined ? null : await accessActor(c.env, token));
  if (actor !== null) requireOwnPage(c);
  return actor;
}

/** The token of `Authorization`, or of a socket's subprotocols. */
export const presentedToken = (c: Context<AppEnv>): string | undefined =>
  bearerToken(c.req.raw.headers) ?? (isUpgrade(c.req.raw) ? credentialIn(c.req.raw, LIVE_TOKEN) : undefined);

const SIGN_IN = "/admin/v1/sign-in";

/** Whose token it is. A link's does nothing but sign in, and there it is used up. */
async function actorOf(c: Context<AppEnv>, token: string): Promise<Actor | null> {
  if (!isSignInLink(token)) {
    const sender = senderOf(requestContextOf(c), readVariables(c.env));
    return (await credentialOf(c.env, token, sender))?.actor ?? null;
  }
  return c.req.path === SIGN_IN && (await mayBeRedeemed(c.env, token, Date.now())) ? ADMIN : null;
}

/** Authenticates callers of the operator API. A path without a route stays a 404 for everybody. */
export const authenticateOperator = guard("organization", async (c, next) => {
  c.header("Cache-Control", "no-store");
  if (matchedRoutes(c).every((route) => route.method === "ALL")) return next();
  const token = presentedToken(c);
  const has_credentials = token !== undefined || c.req.header("Authorization") !== undefined;
  const actor = token === undefined ? null : await actorOf(c, token);
  const caller = actor ?? (has_credentials ? null : await ambientActor(c));
  if (caller === null) throw unauthorized(token !== undefined);
  c.set("actor", caller);
  requestContextOf(c).log.actor = actorName(caller);
  if (changes(c) && caller.kind === "operator" && caller.role === "read_only" && !OPEN_TO_ALL.has(c.req.path))
    throw new ApiError("role_forbidden");
  return next();
});

/** Every role may use these: they change only the caller's own sign-in. */
const OPEN_TO_ALL = new Set([SIGN_IN, "/admin/v1/sign-out"]);

/** Guards a route by its action, before anything of the request is read. */
export const permits = (action: Action) =>
  guard(isOperators(action) ? "operator" : "organization", (c, next) => {
    requireMay(c.var.actor, action);
    return next();
  });
