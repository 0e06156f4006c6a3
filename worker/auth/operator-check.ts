import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { ORG_TOKEN_PREFIX } from "../../shared/ids.ts";
import { hex, sameSecret, sha256 } from "../crypto/digest.ts";
import type { AppEnv } from "../http/app-env.ts";
import { ApiError } from "../http/errors.ts";
import { requestContextOf } from "../http/request-context.ts";
import { findLiveToken } from "../storage/tokens.ts";
import { readVariables } from "../variables.ts";
import { type Actor, actorName } from "./actor.ts";

const unauthorized = (presented: boolean) =>
  new ApiError("operator_unauthorized", {
    headers: { "WWW-Authenticate": `Bearer realm="voice-widget"${presented ? ', error="invalid_token"' : ""}` },
  });

async function actorOf(env: AppEnv["Bindings"], token: string): Promise<Actor | null> {
  if (await sameSecret(token, readVariables(env).ADMIN_TOKEN)) return { kind: "operator" };
  if (!token.startsWith(ORG_TOKEN_PREFIX)) return null;
  const found = await findLiveToken(env.DB, hex(await sha256(token)));
  return found && { kind: "organization", org_id: found.org_id, token_id: found.id };
}

/** Who calls the operator API. A path that no route answers stays a 404 for everybody. */
export const authenticateOperator: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header("Cache-Control", "no-store");
  if (matchedRoutes(c).every((route) => route.method === "ALL")) return next();
  const token = /^Bearer +(\S+) *$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  if (token === undefined) throw unauthorized(false);
  const actor = await actorOf(c.env, token);
  if (actor === null) throw unauthorized(true);
  c.set("actor", actor);
  requestContextOf(c).log.actor = actorName(actor);
  return next();
};

/** An organization may not decide this about itself. */
export const operatorOnly: MiddlewareHandler<AppEnv> = (c, next) => {
  if (c.var.actor.kind !== "operator") throw new ApiError("operator_forbidden");
  return next();
};
