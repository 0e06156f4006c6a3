import { hashOf, newToken } from "./call-token.ts";
import { type AgentSetup, primaryLanguage, type TokenVendor, VendorError } from "./provider.ts";

const WAY = { protocol: "openai-realtime", transport: "websocket" } as const;

/** Where its calls are reached, below the service's own address. */
export const COMPATIBLE_PATH = "/compatible/v1/realtime";

/** Seconds in which the page must have connected: a slow line and the loading of the protocol's code fit in. */
const TOKEN_SECONDS = 120;
const PCM = { type: "audio/pcm", rate: 24_000 };
/** The name that servers of this kind know their own recogniser by. */
const TRANSCRIPTION_MODEL = "whisper-1";
const ANSWERS = { create_response: true, interrupt_response: true };

const turnDetection = ({ turn_taking }: AgentSetup) =>
  turn_taking?.mode === "semantic"
    ? { type: "semantic_vad", eagerness: turn_taking.eagerness ?? "auto", ...ANSWERS }
    : { type: "server_vad", silence_duration_ms: turn_taking?.silence_ms ?? 500, ...ANSWERS };

/** What every server of this protocol knows; the rest only where the owner asked for it. */
const sessionOf = (agent: AgentSetup) => ({
  type: "realtime",
  instructions: agent.instructions,
  output_modalities: ["audio"],
  audio: {
    input: {
      format: PCM,
      transcription: {
        model: TRANSCRIPTION_MODEL,
        ...(agent.language && { language: primaryLanguage(agent.language) }),
      },
      turn_detection: turnDetection(agent),
      ...(agent.noise_reduction === "far_field" && { noise_reduction: { type: "far_field" } }),
    },
    output: { format: PCM, ...(agent.voice && { voice: agent.voice }) },
  },
  tools: agent.tools.map(({ name, description, parameters }) => ({ type: "function", name, description, parameters })),
  tool_choice: "auto",
});

/** Any server that speaks OpenAI's realtime WebSocket. An object of ours stands before it and keeps its key. */
export const compatible: TokenVendor = {
  way: WAY,

  unconfigured: ({ COMPATIBLE_BASE_URL, COMPATIBLE_MODEL }) => {
    const missing = COMPATIBLE_BASE_URL === undefined ? "COMPATIBLE_BASE_URL" : "COMPATIBLE_MODEL";
    return COMPATIBLE_BASE_URL === undefined || COMPATIBLE_MODEL === undefined
      ? `is set to the vendor compatible, and ${missing} is not set`
      : null;
  },

  async mint({ session_id, agent, service_origin }, { bindings, settings, signal }) {
    signal.throwIfAborted();
    const { COMPATIBLE_BASE_URL = "", COMPATIBLE_API_KEY = null } = settings;
    const model = agent.model ?? settings.COMPATIBLE_MODEL ?? "";
    const expires_at = Math.floor(Date.now() / 1_000) + TOKEN_SECONDS;
    const token = await newToken({ purpose: "compatible", name: session_id, expires_at }, settings.KEY_SECRET[0] ?? "");
    const url = new URL(`${COMPATIBLE_BASE_URL}/realtime`);
    url.searchParams.set("model", model);
    const call = { session_id, url: url.href, key: COMPATIBLE_API_KEY, session: sessionOf(agent), expires_at };
    const refused = await bindings.COMPATIBLE_AGENT.getByName(session_id).prepare(call, await hashOf(token));
    if (refused !== null) {
      const cause = COMPATIBLE_API_KEY === null ? refused : refused.replaceAll(COMPATIBLE_API_KEY, "[secret]");
      throw new VendorError("the voice server could not be reached, or refused", cause);
    }
    const ours = new URL(COMPATIBLE_PATH, service_origin);
    ours.protocol = ours.protocol === "https:" ? "wss:" : "ws:";
    return {
      connection: { ...WAY, url: ours.href },
      ephemeral_token: token,
      expires_at,
      voice_llm_model: model,
      ice_servers: null,
    };
  },

  async hangUp({ session_id }, { bindings }) {
    await bindings.COMPATIBLE_AGENT.getByName(session_id).hangUp();
  },
};
