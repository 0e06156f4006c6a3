import type { Context } from "hono";
import type { Bindings } from "../../env.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { refusal } from "../../objects/demo-agent/refusal.ts";
import { MODEL } from "../../objects/demo-agent/wire.ts";
import { callLedger } from "../../objects/org-ledger/client.ts";
import { readToken } from "../../providers/call-token.ts";
import { orgOfSession } from "../../sessions/session-id.ts";
import { readVariables } from "../../variables.ts";

const KEY_PROTOCOL = "openai-insecure-api-key.";

/** The ledger hears of every call before it can be talked in; `false` where its session has ended. */
async function callBegins(bindings: Bindings, session_id: string): Promise<boolean> {
  const org_id = orgOfSession(session_id);
  return org_id === null || callLedger(bindings, org_id, (ledger) => ledger.callConnected(session_id));
}

/** `GET /demo/v1/realtime`: the door of the built-in vendor, as OpenAI's: WebSocket only, refusals in its shape. */
export async function demoVendor(c: Context<AppEnv>): Promise<Response> {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
    const answer = refusal(426, "upgrade_required", "This address speaks WebSocket only. Send 'Upgrade: websocket'.");
    answer.headers.set("Upgrade", "websocket");
    return answer;
  }
  const protocols = (c.req.header("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
  if (protocols.includes("openai-beta.realtime-v1") || c.req.header("openai-beta") !== undefined)
    return refusal(
      400,
      "beta_api_shape_disabled",
      "The beta API shape is gone. Use the GA shape, with no beta header.",
    );
  const model = c.req.query("model") ?? MODEL;
  if (model !== MODEL)
    return refusal(
      400,
      "model_not_found",
      `The model '${model.slice(0, 80)}' does not exist. Use '${MODEL}'.`,
      "model",
    );

  const token =
    protocols.find((name) => name.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length) ??
    /^bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ??
    "";
  const read = await readToken(token, ["demo"], readVariables(c.env).KEY_SECRET);
  if (!read) return refusal(401, "invalid_api_key", "Incorrect ephemeral token provided. Start a session to get one.");

  if (!(await callBegins(c.env, read.name)))
    return refusal(401, "session_ended", "The session of this ephemeral token has ended. Start a new one.");

  const upgrade = new Request(c.req.url, { headers: { Upgrade: "websocket", Authorization: `Bearer ${token}` } });
  const answer = await c.env.DEMO_AGENT.getByName(read.name).fetch(upgrade);
  if (!answer.webSocket) return answer;
  const headers = protocols.includes("realtime") ? { "Sec-WebSocket-Protocol": "realtime" } : undefined;
  return new Response(null, { status: 101, webSocket: answer.webSocket, headers });
}
