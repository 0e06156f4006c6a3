import { hex, sameSecret } from "../crypto/digest.ts";

const encoder = new TextEncoder();
const PREFIX = "sss_";

/** What a page proves with that a session is its own: made of the session's id, so that nobody has to keep it. */
export async function sessionSecret(key_secret: string, session_id: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(key_secret), algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(`session secret ${session_id}`));
  return PREFIX + hex(new Uint8Array(mac));
}

/** Whether it is the secret of that session under any of the service's secrets, in a time that tells nothing. */
export async function isSessionSecret(key_secrets: string[], session_id: string, presented: string): Promise<boolean> {
  const matches = await Promise.all(
    key_secrets.map(async (secret) => sameSecret(presented, await sessionSecret(secret, session_id))),
  );
  return matches.some(Boolean);
}
