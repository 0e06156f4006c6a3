import type { Context } from "hono";
import { hex, sha256 } from "../crypto/digest.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { OpenInbox } from "../storage/open-inboxes.ts";
import { signInOf } from "./console-sign-in.ts";

/** What an inbox's socket stands on, so that it ends with it: the token, or the sign-in; neither with Cloudflare Access. */
export async function inboxCredential(
  c: Context<AppEnv>,
  token: string | undefined,
): Promise<Pick<OpenInbox, "credential_hash" | "cookie_hash">> {
  if (token !== undefined) return { credential_hash: hex(await sha256(token)), cookie_hash: null };
  const signIn = await signInOf(c);
  return { credential_hash: signIn?.credential_hash ?? null, cookie_hash: signIn?.cookie_hash ?? null };
}
