import { MODEL } from "../objects/demo-agent/wire.ts";
import { hashOf, newToken } from "./call-token.ts";
import { type TokenVendor, VendorError } from "./provider.ts";

const WAY = { protocol: "openai-realtime", transport: "websocket" } as const;

/** Seconds in which a token must be used, as OpenAI's. */
const TOKEN_SECONDS = 600;
const VOICE = "ava";

/** The built-in vendor: no account, no network, one Durable Object per call. */
export const demo: TokenVendor = {
  way: WAY,
  default_model: MODEL,
  watched: true,
  unconfigured: () => null,

  async mint(request, { bindings, settings, signal }) {
    signal.throwIfAborted();
    const expires_at = Math.floor(Date.now() / 1_000) + TOKEN_SECONDS;
    const { session_id, agent } = request;
    const token = await newToken({ purpose: "demo", name: session_id, expires_at }, settings.KEY_SECRET[0] ?? "");
    const { instructions, greeting: initial_message, tools } = agent;
    const call = {
      session_id,
      instructions,
      initial_message,
      voice: agent.voice || VOICE,
      tools,
      turn_taking: agent.turn_taking ?? null,
      expires_at,
    };
    try {
      await bindings.DEMO_AGENT.getByName(session_id).prepare(call, await hashOf(token));
    } catch (error) {
      throw new VendorError("The built-in demo agent could not be started. Try again.", error);
    }
    const url = new URL("/demo/v1/realtime", request.service_origin);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("model", MODEL);
    return {
      connection: { ...WAY, url: url.href },
      ephemeral_token: token,
      expires_at,
      voice_llm_model: MODEL,
      ice_servers: null,
    };
  },

  async hangUp({ session_id }, { bindings }) {
    await bindings.DEMO_AGENT.getByName(session_id).hangUp();
  },
};
