import type { Context } from "hono";
import type { Whoami } from "../../../shared/operators.ts";
import { type Actor, scopeOf } from "../../actor.ts";
import * as consoleSignIn from "../../auth/console-sign-in.ts";
import { credentialOf } from "../../auth/credentials.ts";
import { presentedToken } from "../../auth/operator-check.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { closeRevokedInboxes } from "../../sessions/open-inboxes.ts";
import { findOrganization } from "../../storage/organizations.ts";

async function whoamiOf(c: Context<AppEnv>, actor: Actor): Promise<Whoami> {
  if (actor.kind === "operator") return { kind: actor.kind, name: actor.name, role: actor.role, org_id: null };
  const organization = await findOrganization(c.env.DB, actor.org_id, scopeOf(actor));
  return { kind: actor.kind, name: organization?.name ?? "", role: null, org_id: actor.org_id };
}

export const whoami = async (c: Context<AppEnv>) => c.json(await whoamiOf(c, c.var.actor));

/** Exchanges the token of this one request for a cookie that no script can read. */
export async function signIn(c: Context<AppEnv>): Promise<Response> {
  const token = presentedToken(c);
  const credential = token === undefined ? null : await credentialOf(c.env, token);
  // A caller with a cookie or through Cloudflare Access is signed in already.
  if (!credential) throw new ApiError("operator_unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
  const expires_at = await consoleSignIn.signIn(c, credential);
  return c.json({ ...(await whoamiOf(c, credential.actor)), expires_at });
}

export async function signOut(c: Context<AppEnv>): Promise<Response> {
  await consoleSignIn.signOut(c);
  await closeRevokedInboxes(c.env);
  return c.body(null, 204);
}
