import { VENDORS } from "../../shared/vendors.ts";
import { MODEL } from "../objects/voice-agent/wire.ts";
import { hangUpAgentCall, openAgentCall, tellAgentOfCall } from "./agent-call.ts";
import type { TokenVendor } from "./provider.ts";

/** Seconds in which a token must be used, as OpenAI's. */
const TOKEN_SECONDS = 600;
const [VOICE] = VENDORS.demo.voices;

/** The built-in vendor: no account, no network, one Durable Object per call. */
export const demo: TokenVendor = {
  connection_type: { protocol: "openai-realtime", transport: "websocket" },
  default_model: MODEL,
  reports_calls: true,
  uses_durable_object: true,
  unconfigured: () => null,

  mint(request, context) {
    const { instructions, greeting: initial_message, tools, voice, turn_taking = null, ...heard } = request.agent;
    const { language = null, keyterms = [], interruptions } = heard;
    const call = {
      kind: "demo" as const,
      instructions,
      initial_message,
      voice: voice || VOICE,
      tools,
      turn_taking,
      uninterrupted: interruptions === "off",
      language,
      keyterms,
    };
    return openAgentCall(request, context, { call, model: MODEL, seconds: TOKEN_SECONDS });
  },

  hangUp: hangUpAgentCall,
  tell: tellAgentOfCall,
};
