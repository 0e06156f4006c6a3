import { primaryLanguage } from "../../shared/languages.ts";
import { hangUpAgentCall, openAgentCall, tellAgentOfCall } from "./agent-call.ts";
import { semanticVad, serverVad, toTool } from "./openai-realtime.ts";
import { type AgentSetup, lacking, type TokenVendor } from "./provider.ts";

const CONNECTION = { protocol: "openai-realtime", transport: "websocket" } as const;

const PCM = { type: "audio/pcm", rate: 24_000 };
/** The name by which such servers know their own recogniser. */
const TRANSCRIPTION_MODEL = "whisper-1";

const turnDetection = ({ turn_taking, interruptions }: AgentSetup) =>
  turn_taking?.mode === "semantic"
    ? semanticVad(turn_taking, "auto", interruptions !== "off")
    : serverVad({ silence_duration_ms: turn_taking?.silence_ms ?? 500 }, interruptions !== "off");

/** What every such server knows; other settings only if the owner set them. */
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
  tools: agent.tools.map(toTool),
  tool_choice: "auto",
});

/** Any server that speaks OpenAI's realtime WebSocket. An object of the service relays the call and keeps the key. */
export const compatible: TokenVendor = {
  connection_type: CONNECTION,
  uses_durable_object: true,

  unconfigured: lacking("compatible"),

  mint(request, context) {
    const { COMPATIBLE_BASE_URL = "", COMPATIBLE_API_KEY, COMPATIBLE_MODEL = "" } = context.variables;
    const model = request.agent.model ?? COMPATIBLE_MODEL;
    const url = new URL(`${COMPATIBLE_BASE_URL}/realtime`);
    url.searchParams.set("model", model);
    const key = COMPATIBLE_API_KEY ?? null;
    const { greeting: initial_message } = request.agent;
    const session = sessionOf(request.agent);
    const call = { kind: "compatible" as const, url: url.href, key, initial_message, session };
    return openAgentCall(request, context, { call, model, secret: COMPATIBLE_API_KEY });
  },

  hangUp: hangUpAgentCall,
  tell: tellAgentOfCall,
};
