/// <reference lib="esnext.typedarrays" />
import { hmacSha256 } from "../crypto/hmac.ts";

/**
 * Tokens of the demo vendor: `ek_` + the object's name + `_` + 32 hex digits of chance + 16 of a MAC. The MAC lets a
 * forged token be refused with no object touched; the object itself keeps only a hash of the token.
 */
const TOKEN = /^ek_([0-9A-Za-z_]{1,64})_([0-9a-f]{32})([0-9a-f]{16})$/;

const bytes = (text: string) => new TextEncoder().encode(text);

async function mac(secret: string, name: string, chance: string): Promise<string> {
  const full = await hmacSha256(secret, `demo token ${name} ${chance}`);
  return full.subarray(0, 8).toHex();
}

/** @param secret The first of the service's key secrets. */
export async function newToken(name: string, secret: string): Promise<string> {
  const chance = crypto.getRandomValues(new Uint8Array(16)).toHex();
  return `ek_${name}_${chance}${await mac(secret, name, chance)}`;
}

/** The name of the object that a token is for; `null` for a forged one. */
export async function nameOf(token: string, secrets: string[]): Promise<string | null> {
  const [, name, chance, given] = TOKEN.exec(token) ?? [];
  if (!name || !chance || !given) return null;
  for (const secret of secrets) {
    const right = bytes(await mac(secret, name, chance));
    if (crypto.subtle.timingSafeEqual(right, bytes(given))) return name;
  }
  return null;
}

/** What the object may know of a token before it is used: SHA-256, hex. */
export const hashOf = async (token: string): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(token))).toHex();
