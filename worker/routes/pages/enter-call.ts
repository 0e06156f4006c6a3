import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { bearerToken } from "../../http/bearer-token.ts";
import { credentialIn, isUpgrade, subprotocolsOf } from "../../http/live-socket.ts";
import { refusal } from "../../objects/voice-agent/refusal.ts";
import type { TokenPurpose } from "../../providers/call-token.ts";
import { enterCall } from "../../sessions/enter-call.ts";

const KEY_PROTOCOL = "openai-insecure-api-key.";

/** The refusal of a request that is no WebSocket's; `null` for one that is. */
export function plainHttpRefusal(c: Context<AppEnv>): Response | null {
  if (isUpgrade(c.req.raw)) return null;
  const answer = refusal(426, "upgrade_required", "This address speaks WebSocket only. Send 'Upgrade: websocket'.");
  answer.headers.set("Upgrade", "websocket");
  return answer;
}

/** Answers as OpenAI's WebSocket would: the subprotocols or `Authorization` hold the token of the page's call. */
export async function upgradeToCall(c: Context<AppEnv>, purpose: TokenPurpose): Promise<Response> {
  const request = c.req.raw;
  const token = credentialIn(request, KEY_PROTOCOL) ?? bearerToken(request.headers) ?? "";
  const answer = await enterCall(c.env, purpose, token, c.req.url);
  if (!answer)
    return refusal(401, "invalid_api_key", "Incorrect ephemeral token provided. Start a session to get one.");
  if (!answer.webSocket) return answer;
  const headers = subprotocolsOf(request).includes("realtime") ? { "Sec-WebSocket-Protocol": "realtime" } : undefined;
  return new Response(null, { status: 101, webSocket: answer.webSocket, headers });
}
