import { BoundedMap } from "../bounded-map.ts";

const encoder = new TextEncoder();

type Secret = string | BufferSource;
type Hash = "SHA-256" | "SHA-512";

const MAX_REMEMBERED = 500;

/** Imported keys of secrets that were used lately: importing one costs more than signing with it. */
const imported: Record<Hash, BoundedMap<string, CryptoKey>> = {
  "SHA-256": new BoundedMap(MAX_REMEMBERED),
  "SHA-512": new BoundedMap(MAX_REMEMBERED),
};

const importBytes = (bytes: BufferSource, hash: Hash): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash }, false, ["sign", "verify"]);

async function importHmacKey(secret: Secret, hash: Hash): Promise<CryptoKey> {
  if (typeof secret !== "string") return importBytes(secret, hash);
  const key = imported[hash].get(secret);
  if (key) return key;
  const made = await importBytes(encoder.encode(secret), hash);
  imported[hash].set(secret, made);
  return made;
}

async function hmac(secret: Secret, hash: Hash, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await importHmacKey(secret, hash);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

/** HMAC-SHA256 of a text, 32 bytes. A secret that is a string stands for its UTF-8 bytes. */
export const hmacSha256 = (secret: Secret, text: string): Promise<Uint8Array<ArrayBuffer>> =>
  hmac(secret, "SHA-256", text);

/** HMAC-SHA512 of a text, 64 bytes. */
export const hmacSha512 = (secret: Secret, text: string): Promise<Uint8Array<ArrayBuffer>> =>
  hmac(secret, "SHA-512", text);

/** Whether `mac` is the HMAC-SHA256 of the text; compares in constant time. */
export async function isHmacSha256(secret: Secret, text: string, mac: BufferSource): Promise<boolean> {
  return crypto.subtle.verify("HMAC", await importHmacKey(secret, "SHA-256"), mac, encoder.encode(text));
}
