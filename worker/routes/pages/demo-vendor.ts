import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { subprotocolsOf } from "../../http/live-socket.ts";
import { refusal } from "../../objects/voice-agent/refusal.ts";
import { MODEL } from "../../objects/voice-agent/wire.ts";
import { plainHttpRefusal, upgradeToCall } from "./enter-call.ts";

/** `GET /demo/v1/realtime`: the built-in vendor, like OpenAI's: WebSocket only, refusals in OpenAI's shape. */
export async function demoVendor(c: Context<AppEnv>): Promise<Response> {
  const refused = plainHttpRefusal(c);
  if (refused) return refused;
  if (subprotocolsOf(c.req.raw).includes("openai-beta.realtime-v1") || c.req.header("openai-beta") !== undefined)
    return refusal(
      400,
      "beta_api_shape_disabled",
      "The beta API shape is no longer supported. Use the GA shape, without a beta header.",
    );
  const model = c.req.query("model") ?? MODEL;
  if (model !== MODEL)
    return refusal(
      400,
      "model_not_found",
      `The model '${model.slice(0, 80)}' does not exist. Use '${MODEL}'.`,
      "model",
    );
  return upgradeToCall(c, "demo");
}
