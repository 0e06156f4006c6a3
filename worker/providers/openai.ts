import type { ClientTool } from "../../shared/session.ts";
import { askVendor, noToken } from "./ask.ts";
import { hangUpCall } from "./calls.ts";
import type { MintRequest, VendorAdapter } from "./provider.ts";
import { turnServers } from "./turn.ts";

const WAY = { protocol: "openai-realtime", transport: "webrtc" } as const;

/** Seconds in which the browser must have connected: a slow line and the loading of the protocol's code fit in. */
const TOKEN_SECONDS = 120;
const MODEL = "gpt-realtime-2.1";
const VOICE = "marin";
/** Writes committed turns; the ones named gpt-4o-… are to be shut down. */
const TRANSCRIPTION_MODEL = "gpt-transcribe";
const CALL_ID = /^rtc_[\w-]{1,200}$/;

const toTool = ({ name, description, parameters }: ClientTool) => ({ type: "function", name, description, parameters });

const sessionOf = ({ voice, instructions, tools }: MintRequest, model: string) => ({
  type: "realtime",
  model,
  instructions,
  output_modalities: ["audio"],
  audio: {
    input: {
      transcription: { model: TRANSCRIPTION_MODEL },
      turn_detection: {
        type: "server_vad",
        threshold: 0.5,
        prefix_padding_ms: 300,
        silence_duration_ms: 500,
        create_response: true,
        interrupt_response: true,
      },
    },
    output: { voice: voice ?? VOICE },
  },
  tools: tools.map(toTool),
  tool_choice: "auto",
});

/**
 * OpenAI's Realtime API. The set-up goes into the token, so the prompt never reaches the page; whoever holds the token
 * may still change it, so it is a default and no lock.
 */
export const openai: VendorAdapter = {
  way: WAY,
  default_model: MODEL,

  unconfigured: ({ OPENAI_API_KEY }) =>
    OPENAI_API_KEY === undefined ? "is set to the vendor openai, and OPENAI_API_KEY is not set" : null,

  async mint(request, { settings, signal }) {
    const { OPENAI_API_KEY = "", OPENAI_BASE_URL } = settings;
    const model = request.model ?? MODEL;
    const { safety_identifier } = request;
    const [answer, ice_servers] = await Promise.all([
      askVendor(
        `${OPENAI_BASE_URL}/realtime/client_secrets`,
        {
          method: "POST",
          headers: {
            authorization: `Bearer ${OPENAI_API_KEY}`,
            "content-type": "application/json",
            ...(safety_identifier && { "openai-safety-identifier": safety_identifier }),
          },
          body: JSON.stringify({
            // Typed optional, yet refused without the anchor.
            expires_after: { anchor: "created_at", seconds: TOKEN_SECONDS },
            session: sessionOf(request, model),
          }),
          signal,
        },
        OPENAI_API_KEY,
      ),
      turnServers(settings, signal),
    ]);
    const { value, expires_at, session } = answer;
    if (typeof value !== "string" || value === "" || typeof expires_at !== "number") throw noToken(answer);
    const told = (session as { model?: unknown } | null | undefined)?.model;
    return {
      connection: { ...WAY, url: `${OPENAI_BASE_URL}/realtime/calls` },
      ephemeral_token: value,
      expires_at: Math.floor(expires_at),
      voice_llm_model: typeof told === "string" ? told : model,
      ice_servers,
    };
  },

  hangUp({ call_id }, { settings, signal }) {
    const { OPENAI_API_KEY = "", OPENAI_BASE_URL } = settings;
    const calls = { base: `${OPENAI_BASE_URL}/realtime/calls`, shape: CALL_ID };
    return hangUpCall(calls, call_id, `Bearer ${OPENAI_API_KEY}`, signal);
  },
};
