import { SIGN_IN_LINK_PREFIX } from "../../shared/ids.ts";
import { ADMIN } from "../actor.ts";
import { randomBase62 } from "../crypto/base62.ts";
import { hex, sameSecret, sha256 } from "../crypto/digest.ts";
import { hmacSha256 } from "../crypto/hmac.ts";
import type { Bindings } from "../env.ts";
import { spendSignInLink } from "../storage/sign-ins.ts";
import { readVariables } from "../variables.ts";
import type { Credential } from "./credentials.ts";

/** Milliseconds. */
const LASTS = 600_000;
const PATTERN = new RegExp(`^${SIGN_IN_LINK_PREFIX}(([0-9a-z]{8,9})_([0-9A-Za-z]{24}))_([0-9a-f]{64})$`);

const signed = async (secret: string, payload: string): Promise<string> =>
  hex(await hmacSha256(secret, `sign-in link ${payload}`));

/** A token that signs the operator in once, within ten minutes. Only a service in development takes it. */
export async function makeSignInLink(admin_token: string, now: number): Promise<string> {
  const payload = `${(now + LASTS).toString(36)}_${randomBase62(24)}`;
  return `${SIGN_IN_LINK_PREFIX}${payload}_${await signed(admin_token, payload)}`;
}

interface Link {
  nonce: string;
  expires_at: number;
  admin_token: string;
}

/** @returns `null` for what is forged, over, or not for this service; whether it was used is not known yet */
async function readLink(bindings: Bindings, token: string, now: number): Promise<Link | null> {
  const { ENVIRONMENT, ADMIN_TOKEN } = readVariables(bindings);
  const [, payload = "", expiry = "", nonce = "", mac = ""] = PATTERN.exec(token) ?? [];
  const expires_at = Number.parseInt(expiry, 36);
  if (ENVIRONMENT !== "development" || !(expires_at > now && expires_at <= now + LASTS)) return null;
  for (const admin_token of ADMIN_TOKEN)
    if (await sameSecret(mac, await signed(admin_token, payload))) return { nonce, expires_at, admin_token };
  return null;
}

export const isSignInLink = (token: string): boolean => token.startsWith(SIGN_IN_LINK_PREFIX);

/** Whether a link may still sign in, as far as it says itself. */
export const mayBeRedeemed = async (bindings: Bindings, token: string, now: number): Promise<boolean> =>
  (await readLink(bindings, token, now)) !== null;

/** Uses a link up. @returns whom it signs in; `null` where it was used before, or is no good */
export async function redeemSignInLink(bindings: Bindings, token: string, now: number): Promise<Credential | null> {
  const link = await readLink(bindings, token, now);
  if (link === null || !(await spendSignInLink(bindings.DB, link.nonce, link.expires_at))) return null;
  const credential_hash = hex(await sha256(link.admin_token));
  return { actor: ADMIN, basis: { operator_id: null, org_token_id: null, credential_hash } };
}
