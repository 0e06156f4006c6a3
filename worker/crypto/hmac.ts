const encoder = new TextEncoder();

type Secret = string | BufferSource;
const bytesOf = (value: Secret): BufferSource => (typeof value === "string" ? encoder.encode(value) : value);

/** A key for `crypto.subtle.sign` and `verify`; a string stands for its UTF-8 bytes. */
export const importHmacKey = (secret: Secret, hash: "SHA-256" | "SHA-512"): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash }, false, ["sign", "verify"]);

/** HMAC-SHA256 of a text, 32 bytes. */
export async function hmacSha256(secret: Secret, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await importHmacKey(secret, "SHA-256");
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

/** Whether `mac` is the HMAC-SHA256 of the text; compares in constant time. */
export async function isHmacSha256(secret: Secret, text: string, mac: BufferSource): Promise<boolean> {
  return crypto.subtle.verify("HMAC", await importHmacKey(secret, "SHA-256"), mac, encoder.encode(text));
}
