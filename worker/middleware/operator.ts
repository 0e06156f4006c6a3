import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { ORG_TOKEN_PREFIX } from "../../shared/ids.ts";
import { type Actor, type App, actorName } from "../http/context.ts";
import { ApiError } from "../http/error.ts";
import { exchangeOf } from "../http/exchange.ts";
import { hex, sameSecret, sha256 } from "../keys/digest.ts";
import { settings } from "../settings.ts";
import { findLiveToken } from "../storage/tokens.ts";

const unauthorized = (presented: boolean) =>
  new ApiError("operator_unauthorized", {
    headers: { "WWW-Authenticate": `Bearer realm="voice-widget"${presented ? ', error="invalid_token"' : ""}` },
  });

async function actorOf(env: App["Bindings"], token: string): Promise<Actor | null> {
  if (await sameSecret(token, settings(env).ADMIN_TOKEN)) return { kind: "operator" };
  if (!token.startsWith(ORG_TOKEN_PREFIX)) return null;
  const found = await findLiveToken(env.DB, hex(await sha256(token)));
  return found && { kind: "organization", org_id: found.org_id, token_id: found.id };
}

/** Who calls the operator API. A path that no route answers stays a 404 for everybody. */
export const operator: MiddlewareHandler<App> = async (c, next) => {
  c.header("Cache-Control", "no-store");
  if (matchedRoutes(c).every((route) => route.method === "ALL")) return next();
  const token = /^Bearer +(\S+) *$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  if (token === undefined) throw unauthorized(false);
  const actor = await actorOf(c.env, token);
  if (actor === null) throw unauthorized(true);
  c.set("actor", actor);
  exchangeOf(c).log.actor = actorName(actor);
  return next();
};

/** An organization may not decide this about itself. */
export const operatorOnly: MiddlewareHandler<App> = (c, next) => {
  if (c.var.actor.kind !== "operator") throw new ApiError("operator_forbidden");
  return next();
};
