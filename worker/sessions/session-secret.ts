import { hex, sameSecret } from "../crypto/digest.ts";
import { hmacSha256 } from "../crypto/hmac.ts";

const PREFIX = "sss_";

/** Proves that a session belongs to a page. It is derived from the session's id, so it is not stored. */
export const sessionSecret = async (key_secret: string, session_id: string): Promise<string> =>
  PREFIX + hex(await hmacSha256(key_secret, `session secret ${session_id}`));

/** Whether it is the secret of that session under any of the service's secrets, compared in constant time. */
export async function isSessionSecret(
  key_secrets: readonly string[],
  session_id: string,
  presented: string,
): Promise<boolean> {
  const matches = await Promise.all(
    key_secrets.map(async (secret) => sameSecret(presented, await sessionSecret(secret, session_id))),
  );
  return matches.some(Boolean);
}
