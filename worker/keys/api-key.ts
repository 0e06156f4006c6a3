import { KEY_DISPLAY_LENGTH, KEY_PATTERN, KEY_PREFIX } from "../../shared/ids.ts";
import { BoundedMap } from "../bounded-map.ts";
import { base62OfBytes, base62OfNumber, randomBase62 } from "../crypto/base62.ts";
import { hex, sameText } from "../crypto/digest.ts";
import { hmacSha512 } from "../crypto/hmac.ts";
import { memoryOf } from "../memory-of.ts";

const BODY_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** One HMAC of the key's body: 32 bytes name the key at rest, 6 others become its checksum. Neither reveals the other. */
const macOf = hmacSha512;

const keyHashOf = (mac: Uint8Array): string => hex(mac.subarray(0, 32));

function checksumOf(mac: Uint8Array): string {
  const view = new DataView(mac.buffer, mac.byteOffset + 32, 6);
  return base62OfNumber(view.getUint32(0) * 0x10000 + view.getUint16(4), CHECKSUM_LENGTH);
}

/** Names a secret without revealing it: 16 hex digits. */
export const secretId = async (secret: string): Promise<string> =>
  hex((await hmacSha512(secret, "fingerprint of a key secret")).subarray(0, 8));

/** A new key: the whole `key` is shown once, the rest is stored. */
export interface MintedKey {
  key: string;
  key_hash: string;
  display: string;
  /** Names the secret that it was made with. */
  secret_id: string;
}

/** Makes a key under the secret; `body` is 32 base62 characters, random unless given. */
export async function mintKey(secret: string, body: string = randomBase62(BODY_LENGTH)): Promise<MintedKey> {
  const mac = await macOf(secret, body);
  const key = KEY_PREFIX + body + checksumOf(mac);
  const display = key.slice(0, KEY_DISPLAY_LENGTH);
  return { key, key_hash: keyHashOf(mac), display, secret_id: await secretId(secret) };
}

/** The body of a key that depends only on the secret, so that it can be shown without being stored. */
export async function derivedBody(secret: string, purpose: string): Promise<string> {
  return base62OfBytes(await hmacSha512(secret, `derived key: ${purpose}`), BODY_LENGTH);
}

const MAX_REMEMBERED = 4_000;

/** What this isolate has lately found with these secrets. */
const memory = memoryOf((_secrets: readonly string[]) => ({
  /** Hashes of keys, `null` for invalid ones. */
  hashes: new BoundedMap<string, string | null>(MAX_REMEMBERED),
  /** The secret that made the keys of these hashes, if it is not the first one. */
  former: new BoundedMap<string, string>(MAX_REMEMBERED),
}));

/** The secret that made a key which `verifyKey` has checked, if it is not the first one. */
export const formerSecretOf = (secrets: readonly string[], key_hash: string): string | undefined =>
  memory(secrets).former.get(key_hash);

/**
 * What `verifyKey` would return, if nothing needs to be computed: for a key that was checked lately, or a malformed
 * one.
 */
export function rememberedKey(secrets: readonly string[], key: string): string | null | undefined {
  const hash = memory(secrets).hashes.get(key);
  return hash === undefined && !KEY_PATTERN.test(key) ? null : hash;
}

/**
 * Whether one of the secrets signed this key; no storage is read.
 * @returns the hash that names it at rest, or `null` for an invalid key
 */
export async function verifyKey(secrets: readonly string[], key: string): Promise<string | null> {
  const known = rememberedKey(secrets, key);
  if (known !== undefined) return known;
  const body = key.slice(KEY_PREFIX.length, KEY_PREFIX.length + BODY_LENGTH);
  const checksum = key.slice(-CHECKSUM_LENGTH);
  let hash: string | null = null;
  for (const secret of secrets) {
    const mac = await macOf(secret, body);
    if (!sameText(checksum, checksumOf(mac))) continue;
    hash = keyHashOf(mac);
    if (secret !== secrets[0]) memory(secrets).former.set(hash, secret);
  }
  memory(secrets).hashes.set(key, hash);
  return hash;
}
