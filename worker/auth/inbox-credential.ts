import type { Context } from "hono";
import { hex, sha256 } from "../crypto/digest.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { OpenInbox } from "../storage/open-inboxes.ts";

/** What an inbox's socket stands on, so that it ends with it: the token, or the sign-in; neither with Cloudflare Access. */
export async function inboxCredential(
  c: Context<AppEnv>,
  token: string | undefined,
): Promise<Pick<OpenInbox, "credential_hash" | "cookie_hash">> {
  if (token !== undefined) return { credential_hash: hex(await sha256(token)), cookie_hash: null };
  const { credential_hash = null, cookie_hash = null } = c.var.signIn ?? {};
  return { credential_hash, cookie_hash };
}
