import { hex, sameText, sha256 } from "../crypto/digest.ts";
import { hmacSha256 } from "../crypto/hmac.ts";

/**
 * The service's own tokens, each for one call of one session: `ek_` + the session's name + `_` + 8 hex digits of the
 * unix second at which it expires + 24 random ones + 16 of a MAC. Thanks to the MAC a forged token is refused without
 * asking an object. Only its hash is stored. OpenAI's client libraries want tokens to begin with `ek_`.
 */
const TOKEN = /^ek_([0-9A-Za-z_]{1,64})_([0-9a-f]{8})([0-9a-f]{24})([0-9a-f]{16})$/;

/**
 * What a token is for: a call that our own agent answers, by its kind; a call that the service is to place at a vendor;
 * or one that it has placed already.
 */
export type TokenPurpose = "demo" | "workers-ai" | "compatible" | "call" | "placed";

export interface CallToken {
  purpose: TokenPurpose;
  /** The session's name. */
  name: string;
  /** Unix seconds. */
  expires_at: number;
}

async function mac(secret: string, purpose: TokenPurpose, signed: string): Promise<string> {
  const full = await hmacSha256(secret, `${purpose} token ${signed}`);
  return hex(full.subarray(0, 8));
}

/** @param secret The first of the service's key secrets. */
export async function newToken({ purpose, name, expires_at }: CallToken, secret: string): Promise<string> {
  const chance = hex(crypto.getRandomValues(new Uint8Array(12)));
  const rest = expires_at.toString(16).padStart(8, "0") + chance;
  return `ek_${name}_${rest}${await mac(secret, purpose, `${name} ${rest}`)}`;
}

/** Reads a token, expired or not; `null` for a forged token or another purpose. */
export async function readToken(
  token: string,
  purposes: TokenPurpose[],
  secrets: readonly string[],
): Promise<CallToken | null> {
  const [, name, expires, chance, given] = TOKEN.exec(token) ?? [];
  if (!name || !expires || !chance || !given) return null;
  for (const secret of secrets)
    for (const purpose of purposes) {
      if (sameText(given, await mac(secret, purpose, `${name} ${expires}${chance}`)))
        return { purpose, name, expires_at: Number.parseInt(expires, 16) };
    }
  return null;
}

/** What is stored of a token before it is used: SHA-256, hex. */
export const hashOf = async (token: string): Promise<string> => hex(await sha256(token));
