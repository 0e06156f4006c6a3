import type { ClientTool } from "../../shared/session.ts";
import { VENDORS } from "../../shared/vendors.ts";
import { askVendor, missingIn, socketAddress } from "./ask.ts";
import { type AgentSetup, lacking, type TokenVendor } from "./provider.ts";

const CONNECTION = { protocol: "gemini-live", transport: "websocket" } as const;

/** The only version with tokens; the WebSocket must use the same. */
const VERSION = "v1alpha";
/** Seconds in which the browser must connect, enough for a slow network and loading the protocol's code. */
const CONNECT_SECONDS = 120;
/** Seconds that a token outlives the longest call, so that its end never cuts a call. */
const MARGIN_SECONDS = 60;
/** The vendor allows less than 20 hours. */
const LONGEST_SECONDS = 20 * 3600 - 600;
const MODEL = `models/${VENDORS.gemini.models[0]}`;
const [VOICE] = VENDORS.gemini.voices;

/**
 * These fields come from the token, whatever the browser sends. All that could change the agent is listed, set or not.
 */
const LOCKED = [
  "model",
  "generationConfig",
  "systemInstruction",
  "tools",
  "realtimeInputConfig",
  "inputAudioTranscription",
  "outputAudioTranscription",
  "contextWindowCompression",
].join(",");

/** It takes no set-up without a thinking level or budget, and no tool that blocks; `gemini-3.8-live` takes no `thinkingConfig`. */
const isThinking = (model: string) => model.includes("extended-thinking");

/** Without it the model would talk on without the result: since gemini-3.8-live tools only block if they say so. */
const behaviorOf = (model: string) => (isThinking(model) ? "NON_BLOCKING" : "BLOCKING");

const toFunction = ({ name, description, parameters }: ClientTool, model: string) => ({
  name,
  description,
  behavior: behaviorOf(model),
  // `parameters` takes only a part of JSON Schema.
  parametersJsonSchema: parameters,
});

const SENSITIVITY = { low: "END_SENSITIVITY_LOW", medium: undefined, high: "END_SENSITIVITY_HIGH" } as const;

/** The vendor decides by silence and by its own certainty. */
function realtimeInput({ turn_taking: turns, interruptions }: Pick<AgentSetup, "turn_taking" | "interruptions">) {
  const sensitivity = turns?.eagerness && SENSITIVITY[turns.eagerness];
  const detection = {
    ...(sensitivity && { endOfSpeechSensitivity: sensitivity }),
    ...(turns?.silence_ms !== undefined && { silenceDurationMs: turns.silence_ms }),
  };
  const config = {
    ...(Object.keys(detection).length > 0 && { automaticActivityDetection: detection }),
    ...(interruptions === "off" && { activityHandling: "NO_INTERRUPTION" }),
  };
  return Object.keys(config).length > 0 ? { realtimeInputConfig: config } : undefined;
}

const setupOf = ({ voice, instructions, tools, ...agent }: AgentSetup, model: string) => ({
  model,
  generationConfig: {
    responseModalities: ["AUDIO"],
    // The lowest that it has, since the visitor waits.
    ...(isThinking(model) && { thinkingConfig: { thinkingLevel: "LOW" } }),
    speechConfig: {
      voiceConfig: { prebuiltVoiceConfig: { voiceName: voice ?? VOICE } },
      ...(agent.language && { languageCode: agent.language }),
    },
  },
  ...(instructions && { systemInstruction: { parts: [{ text: instructions }] } }),
  ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map((tool) => toFunction(tool, model)) }] }),
  ...realtimeInput(agent),
  inputAudioTranscription: {},
  outputAudioTranscription: {},
  // Without it the vendor ends every call after 15 minutes.
  contextWindowCompression: { slidingWindow: {} },
});

/** Google's Gemini Live: the whole set-up is locked into a token that opens one session. */
export const gemini: TokenVendor = {
  connection_type: CONNECTION,
  default_model: MODEL,

  unconfigured: lacking("gemini"),

  async mint(request, context) {
    const { agent } = request;
    const { GEMINI_API_KEY = "", GEMINI_BASE_URL } = context.variables;
    const model = agent.model === null ? MODEL : `models/${agent.model.replace(/^models\//, "")}`;
    const now = Math.floor(Date.now() / 1000);
    const connect_until = now + CONNECT_SECONDS;
    const talk_until = Math.min(connect_until + request.max_duration_seconds + MARGIN_SECONDS, now + LONGEST_SECONDS);
    const at = (seconds: number) => new Date(seconds * 1000).toISOString();
    const answer = await askVendor(
      `${GEMINI_BASE_URL}/${VERSION}/auth_tokens`,
      {
        method: "POST",
        headers: { "x-goog-api-key": GEMINI_API_KEY, "content-type": "application/json" },
        body: JSON.stringify({
          uses: 1,
          expireTime: at(talk_until),
          newSessionExpireTime: at(connect_until),
          bidiGenerateContentSetup: setupOf(agent, model),
          fieldMask: LOCKED,
        }),
      },
      GEMINI_API_KEY,
      context,
    );
    if (typeof answer.name !== "string" || answer.name === "") throw missingIn("token", answer);
    const service = `google.ai.generativelanguage.${VERSION}.GenerativeService.BidiGenerateContentConstrained`;
    return {
      connection: {
        ...CONNECTION,
        url: socketAddress(GEMINI_BASE_URL, `/ws/${service}`).href,
        setup: { model },
      },
      ephemeral_token: answer.name,
      expires_at: connect_until,
      voice_llm_model: model,
      ice_servers: null,
    };
  },
};
