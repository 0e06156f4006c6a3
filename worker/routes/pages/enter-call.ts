import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { refusal } from "../../objects/voice-agent/refusal.ts";
import { readToken, type TokenPurpose } from "../../providers/call-token.ts";
import { readVariables } from "../../variables.ts";

const KEY_PROTOCOL = "openai-insecure-api-key.";

export const subprotocolsOf = (c: Context<AppEnv>): string[] =>
  (c.req.header("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());

/** The refusal of a request that is no WebSocket's; `null` for one that is. */
export function plainHttpRefusal(c: Context<AppEnv>): Response | null {
  if (c.req.header("upgrade")?.toLowerCase() === "websocket") return null;
  const answer = refusal(426, "upgrade_required", "This address speaks WebSocket only. Send 'Upgrade: websocket'.");
  answer.headers.set("Upgrade", "websocket");
  return answer;
}

/** Lets a page with a call's token in to the object that holds the call, as OpenAI's WebSocket would. */
export async function enterCall(c: Context<AppEnv>, purpose: TokenPurpose): Promise<Response> {
  const protocols = subprotocolsOf(c);
  const token =
    protocols.find((name) => name.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length) ??
    /^bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ??
    "";
  const read = await readToken(token, [purpose], readVariables(c.env).KEY_SECRET);
  if (!read) return refusal(401, "invalid_api_key", "Incorrect ephemeral token provided. Start a session to get one.");
  const upgrade = new Request(c.req.url, { headers: { Upgrade: "websocket", Authorization: `Bearer ${token}` } });
  const answer = await c.env.VOICE_AGENT.getByName(read.name).fetch(upgrade);
  if (!answer.webSocket) return answer;
  const headers = protocols.includes("realtime") ? { "Sec-WebSocket-Protocol": "realtime" } : undefined;
  return new Response(null, { status: 101, webSocket: answer.webSocket, headers });
}
