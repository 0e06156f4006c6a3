import { hmacSha256 } from "./hmac.ts";

const IV_BYTES = 12;

/** AES-256-GCM under a key derived from the secret for this purpose only. */
const sealingKey = async (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", await hmacSha256(secret, "sealed answer"), "AES-GCM", false, ["encrypt", "decrypt"]);

/** Encrypts a text so that it cannot be read without the service's secret. Base64. */
export async function seal(secret: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = new TextEncoder().encode(text);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealingKey(secret), data));
  return btoa(String.fromCharCode(...iv, ...sealed));
}

/** @returns the text, or `null` where none of the secrets opens it */
export async function unseal(secrets: readonly string[], sealed: string): Promise<string | null> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  for (const secret of secrets) {
    try {
      const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES) };
      const data = await crypto.subtle.decrypt(algorithm, await sealingKey(secret), bytes.subarray(IV_BYTES));
      return new TextDecoder().decode(data);
    } catch {
      // Sealed with another secret: try the next.
    }
  }
  return null;
}
