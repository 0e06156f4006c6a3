import { primaryLanguage } from "../../shared/languages.ts";
import { VENDORS } from "../../shared/vendors.ts";
import { hangUpAgentCall, openAgentCall, tellAgentOfCall } from "./agent-call.ts";
import type { TokenVendor } from "./provider.ts";

const {
  models: [CHAT_MODEL],
  voices: [ENGLISH_VOICE],
} = VENDORS["workers-ai"];
const SPANISH_VOICE = "celeste";

/** Models of Cloudflare's Workers AI in the service's own voice agent: no vendor and no key, only a binding. */
export const workersAi: TokenVendor = {
  connection_type: { protocol: "openai-realtime", transport: "websocket" },
  reports_calls: true,
  uses_durable_object: true,

  unconfigured: (_variables, bindings) =>
    bindings.AI === undefined
      ? "is set to the vendor workers-ai, and the Worker has no binding AI; npm run deploy adds it"
      : null,

  mint(request, context) {
    const { WORKERS_AI_CHAT_MODEL = CHAT_MODEL, WORKERS_AI_SPEECH_MODEL = null } = context.variables;
    const { instructions, greeting: initial_message, tools, voice, model, language, ...agent } = request.agent;
    const chat_model = model ?? WORKERS_AI_CHAT_MODEL;
    const call = {
      kind: "workers-ai" as const,
      instructions,
      initial_message,
      voice: voice || (WORKERS_AI_SPEECH_MODEL === null ? voiceFor(language) : ""),
      tools,
      turn_taking: agent.turn_taking ?? { mode: "semantic" as const },
      uninterrupted: agent.interruptions === "off",
      chat_model,
      speech_model: WORKERS_AI_SPEECH_MODEL,
      language: language ?? null,
      keyterms: agent.keyterms ?? [],
    };
    return openAgentCall(request, context, { call, model: chat_model });
  },

  hangUp: hangUpAgentCall,
  tell: tellAgentOfCall,
};

const voiceFor = (language: string | undefined): string =>
  language !== undefined && primaryLanguage(language) === "es" ? SPANISH_VOICE : ENGLISH_VOICE;
