import { KEY_DISPLAY_LENGTH, KEY_PATTERN, KEY_PREFIX } from "../../shared/ids.ts";
import { base62Of, randomBase62 } from "./base62.ts";
import { hex } from "./digest.ts";

const encoder = new TextEncoder();
const BODY_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Imported once per isolate; a rotation brings one more. */
const macKeys = new Map<string, CryptoKey>();

async function macKey(secret: string): Promise<CryptoKey> {
  const known = macKeys.get(secret);
  if (known) return known;
  const made = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-512" }, false, [
    "sign",
  ]);
  macKeys.set(secret, made);
  return made;
}

/**
 * One HMAC-SHA-512 of the key's body makes both: 32 bytes name the key at rest, 6 others become its checksum.
 * Neither part tells the other.
 */
async function macOf(secret: string, body: string): Promise<{ key_hash: string; checksum: string }> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", await macKey(secret), encoder.encode(body)));
  return { key_hash: hex(mac.subarray(0, 32)), checksum: base62Of(mac.subarray(32, 38), CHECKSUM_LENGTH) };
}

/** A key as it is made: the whole `key` is shown once, `key_hash` and `display` are kept. */
export interface MintedKey {
  key: string;
  key_hash: string;
  display: string;
}

/** Makes a key under the secret; `body` is 32 base62 characters, random unless given. */
export async function mintKey(secret: string, body: string = randomBase62(BODY_LENGTH)): Promise<MintedKey> {
  const { key_hash, checksum } = await macOf(secret, body);
  const key = KEY_PREFIX + body + checksum;
  return { key, key_hash, display: key.slice(0, KEY_DISPLAY_LENGTH) };
}

/** The body of a key that the secret alone determines, so that it need not be stored to be shown. */
export async function derivedBody(secret: string, purpose: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await macKey(secret), encoder.encode(`derived key: ${purpose}`));
  return base62Of(new Uint8Array(mac), BODY_LENGTH);
}

/**
 * Whether one of the secrets signed this key, with no storage asked.
 * @returns the hash that names it at rest, or `null` for junk.
 */
export async function verifyKey(secrets: readonly string[], key: string): Promise<string | null> {
  if (!KEY_PATTERN.test(key)) return null;
  const body = key.slice(KEY_PREFIX.length, KEY_PREFIX.length + BODY_LENGTH);
  const checksum = encoder.encode(key.slice(-CHECKSUM_LENGTH));
  let hash: string | null = null;
  for (const secret of secrets) {
    const mac = await macOf(secret, body);
    if (crypto.subtle.timingSafeEqual(checksum, encoder.encode(mac.checksum))) hash = mac.key_hash;
  }
  return hash;
}
