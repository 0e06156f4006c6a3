import type { Context } from "hono";
import type { Whoami } from "../../../shared/operators.ts";
import { type Actor, scopeOf } from "../../actor.ts";
import * as consoleSignIn from "../../auth/console-sign-in.ts";
import { credentialOf } from "../../auth/credentials.ts";
import { presentedToken } from "../../auth/operator-check.ts";
import { isSignInLink, redeemSignInLink } from "../../auth/sign-in-link.ts";
import { countUncounted } from "../../auth/uncounted-costs.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { endRevoked } from "../../sessions/end-revoked.ts";
import { findOrganization } from "../../storage/organizations.ts";

const operation = operationsOf("Operating");

async function whoamiOf(c: Context<AppEnv>, actor: Actor): Promise<Whoami> {
  if (actor.kind === "operator") return { kind: actor.kind, name: actor.name, role: actor.role, org_id: null };
  const organization = await findOrganization(c.env.DB, actor.org_id, scopeOf(actor));
  return { kind: actor.kind, name: organization?.name ?? "", role: null, org_id: actor.org_id };
}

export const whoami = operation({
  id: "whoami",
  summary: "Read who the caller is",
  answers: { 200: { description: "The caller.", schema: "Whoami" } },
  handle: async (c) => c.json(await whoamiOf(c, c.var.actor)),
});

const credentialIn = (c: Context<AppEnv>, token: string) =>
  isSignInLink(token) ? redeemSignInLink(c.env, token, Date.now()) : credentialOf(c.env, token);

/** Exchanges the token of this one request for a cookie that no script can read. */
export const signIn = operation({
  id: "signIn",
  summary: "Sign in to the console",
  description:
    "Exchanges the token of this one request for a cookie that no script can read (`HttpOnly`, `SameSite=Strict`), for twelve hours. It ends earlier when the token is renewed or revoked. Changes with the cookie must come from a page of this service's own origin.",
  answers: { 200: { description: "Signed in.", schema: "SignedIn" } },
  async handle(c) {
    const token = presentedToken(c);
    const credential = token === undefined ? null : await credentialIn(c, token);
    // A caller with a cookie or through Cloudflare Access is signed in already.
    if (!credential) throw new ApiError("operator_unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
    countUncounted(credential.actor, "signed in");
    const expires_at = await consoleSignIn.signIn(c, credential);
    return c.json({ ...(await whoamiOf(c, credential.actor)), expires_at });
  },
});

export const signOut = operation({
  id: "signOut",
  summary: "Sign out of the console",
  answers: { 204: "The cookie is no longer valid." },
  async handle(c) {
    if (await consoleSignIn.signOut(c)) await endRevoked(c.env);
    return c.body(null, 204);
  },
});
