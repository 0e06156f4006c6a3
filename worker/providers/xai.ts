import { primaryLanguage } from "../../shared/languages.ts";
import { VENDORS } from "../../shared/vendors.ts";
import { askVendor, missingIn, socketAddress } from "./ask.ts";
import { speedOf, toTool } from "./openai-realtime.ts";
import { type AgentSetup, lacking, type TokenVendor } from "./provider.ts";

const CONNECTION = { protocol: "xai-realtime", transport: "websocket" } as const;

/** Seconds in which the browser must connect, enough for a slow network and loading the protocol's code. */
const TOKEN_SECONDS = 120;
const {
  models: [MODEL],
  voices: [VOICE],
} = VENDORS.xai;
/** Milliseconds of silence that end a turn: the vendor does not consider what was said. */
const SILENCE_MS = 500;
const PCM = { type: "audio/pcm", rate: 24_000 };

/** The `session` of the client's first `session.update`. `voice` and `turn_detection` stand at its top level. */
const sessionOf = ({ voice, instructions, tools, ...agent }: AgentSetup) => ({
  voice: voice ?? VOICE,
  instructions,
  turn_detection: {
    type: "server_vad",
    threshold: 0.5,
    silence_duration_ms: agent.turn_taking?.silence_ms ?? SILENCE_MS,
    prefix_padding_ms: 300,
  },
  audio: {
    input: {
      format: PCM,
      transcription: {
        model: "grok-transcribe",
        ...(agent.language && { language_hint: primaryLanguage(agent.language) }),
        ...(agent.keyterms?.length && { keyterms: agent.keyterms }),
      },
    },
    output: { format: PCM, ...speedOf(agent) },
  },
  tools: tools.map(toTool),
});

/**
 * xAI's Grok Voice. Its tokens hold no configuration, so the instructions, with the visitor's context and memory, reach
 * the browser: they must hold no secrets.
 */
export const xai: TokenVendor = {
  connection_type: CONNECTION,
  shows_setup: true,
  has_speeds: true,
  default_model: MODEL,

  unconfigured: lacking("xai"),

  async mint({ agent }, context) {
    const { XAI_API_KEY = "", XAI_BASE_URL } = context.variables;
    const answer = await askVendor(
      `${XAI_BASE_URL}/realtime/client_secrets`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${XAI_API_KEY}`, "content-type": "application/json" },
        // The vendor refuses any other field, for example OpenAI's `anchor` and `session`.
        body: JSON.stringify({ expires_after: { seconds: TOKEN_SECONDS } }),
      },
      XAI_API_KEY,
      context,
    );
    const { value, expires_at } = answer;
    if (typeof value !== "string" || value === "" || typeof expires_at !== "number") throw missingIn("token", answer);
    const model = agent.model ?? MODEL;
    const url = socketAddress(XAI_BASE_URL, "/realtime");
    // Without it the vendor silently takes another model.
    url.searchParams.set("model", model);
    return {
      connection: { ...CONNECTION, url: url.href, setup: sessionOf(agent) },
      ephemeral_token: value,
      expires_at: Math.floor(expires_at),
      voice_llm_model: model,
      ice_servers: null,
    };
  },
};
