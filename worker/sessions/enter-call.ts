import type { Bindings } from "../env.ts";
import { readToken, type TokenPurpose } from "../providers/call-token.ts";
import { readVariables } from "../variables.ts";

/**
 * Lets a page in to the object that holds its call.
 * @returns the object's answer: the call's WebSocket, or why it refuses; `null` for a forged token, or one for another
 *   purpose, which no object is asked about
 */
export async function enterCall(
  bindings: Bindings,
  purpose: TokenPurpose,
  token: string,
  url: string,
): Promise<Response | null> {
  const read = await readToken(token, [purpose], readVariables(bindings).KEY_SECRET);
  if (!read) return null;
  const upgrade = new Request(url, { headers: { Upgrade: "websocket", Authorization: `Bearer ${token}` } });
  return bindings.VOICE_AGENT.getByName(read.name).fetch(upgrade);
}
