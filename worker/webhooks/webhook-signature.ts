import { hmacSha256 } from "../crypto/hmac.ts";

const PREFIX = "whsec_";

/** The bytes that a `whsec_` secret stands for, `null` if its base64 is invalid or empty. */
function secretBytes(secret: string): Uint8Array | null {
  try {
    const binary = atob(secret.slice(PREFIX.length));
    return binary === "" ? null : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Whether a `whsec_` secret stands for 24 to 64 bytes, as Standard Webhooks asks. */
export function isWebhookSecret(secret: string): boolean {
  const length = secretBytes(secret)?.length ?? 0;
  return length >= 24 && length <= 64;
}

/** A new secret of 32 bytes. */
export const newWebhookSecret = (): string =>
  PREFIX + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

/**
 * The headers of Standard Webhooks 1.0: `id`, `timestamp` (unix seconds) and `v1,` + base64 HMAC-SHA256 of
 * `id.timestamp.body`, one for each secret, separated by spaces. Calls of a tool without a secret are not signed.
 */
export async function webhookHeaders(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): Promise<Record<string, string>> {
  const headers = { "webhook-id": id, "webhook-timestamp": String(timestamp) };
  const keys = secrets.map(secretBytes).filter((bytes) => bytes !== null);
  if (keys.length === 0) return headers;
  const macs = await Promise.all(keys.map((key) => hmacSha256(key, `${id}.${timestamp}.${body}`)));
  const signatures = macs.map((mac) => `v1,${btoa(String.fromCharCode(...mac))}`);
  return { ...headers, "webhook-signature": signatures.join(" ") };
}
