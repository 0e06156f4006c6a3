import { primaryLanguage } from "../../shared/languages.ts";
import { VENDORS } from "../../shared/vendors.ts";
import { callVendor } from "./ask.ts";
import { hangUpCall } from "./hang-up-call.ts";
import { multipart } from "./multipart.ts";
import { semanticVad, serverVad, speedOf, toTool } from "./openai-realtime.ts";
import { type AgentSetup, type CallVendor, lacking, VendorError } from "./provider.ts";
import { tellCall } from "./tell-call.ts";
import { hasTurnServers, turnServers } from "./turn.ts";

const CONNECTION = { protocol: "openai-realtime", transport: "webrtc" } as const;

const {
  models: [MODEL],
  voices: [VOICE],
} = VENDORS.openai;
/** Transcribes committed turns; the models named gpt-4o-… will be shut down. */
const TRANSCRIPTION_MODEL = "gpt-transcribe";
const CALL_ID = /^rtc_[\w-]{1,200}$/;

/** Milliseconds of silence that end a turn, if turns end by silence. */
const SILENCE_MS = 500;

/** A patient agent is stopped by the page, which hears how long the visitor speaks. */
const turnDetection = ({ turn_taking, interruptions }: AgentSetup) =>
  turn_taking?.mode === "silence"
    ? serverVad(
        { threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: turn_taking.silence_ms ?? SILENCE_MS },
        !interruptions,
      )
    : semanticVad(turn_taking, "auto", !interruptions);

const sessionOf = (agent: AgentSetup) => ({
  type: "realtime",
  model: agent.model ?? MODEL,
  instructions: agent.instructions,
  output_modalities: ["audio"],
  audio: {
    input: {
      noise_reduction: agent.noise_reduction === "off" ? null : { type: agent.noise_reduction ?? "near_field" },
      transcription: {
        model: TRANSCRIPTION_MODEL,
        ...(agent.language && { language: primaryLanguage(agent.language) }),
        ...(agent.keyterms?.length && { keywords: agent.keyterms }),
      },
      turn_detection: turnDetection(agent),
    },
    output: { voice: agent.voice ?? VOICE, ...speedOf(agent) },
  },
  tools: agent.tools.map(toTool),
  tool_choice: "auto",
});

/**
 * OpenAI's Realtime API. The service places the call with its own key: the agent's instructions go directly to the
 * vendor, whose answer names the call.
 */
export const openai: CallVendor = {
  connection_type: CONNECTION,
  has_speeds: true,
  default_model: MODEL,

  unconfigured: lacking("openai"),

  needsIceServers: hasTurnServers,
  iceServers: turnServers,

  async place({ agent, safety_identifier }, offer, context) {
    const { OPENAI_API_KEY = "", OPENAI_BASE_URL } = context.variables;
    const { type, body } = multipart([
      { name: "sdp", type: "application/sdp", text: offer },
      { name: "session", type: "application/json", text: JSON.stringify(sessionOf(agent)) },
    ]);
    const { location, text } = await callVendor(
      `${OPENAI_BASE_URL}/realtime/calls`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${OPENAI_API_KEY}`,
          "content-type": type,
          accept: "application/sdp",
          ...(safety_identifier && { "openai-safety-identifier": safety_identifier }),
        },
        body,
      },
      OPENAI_API_KEY,
      context,
    );
    if (!text?.startsWith("v=0"))
      throw new VendorError("the voice vendor's answer could not be understood", "no SDP in the answer");
    const call_id = location?.split("/").at(-1) ?? "";
    return { answer: text, call_id: CALL_ID.test(call_id) ? call_id : null };
  },

  hangUp({ call_id }, { variables, signal }) {
    const { OPENAI_API_KEY = "", OPENAI_BASE_URL } = variables;
    const calls = { base: `${OPENAI_BASE_URL}/realtime/calls`, shape: CALL_ID };
    return hangUpCall(calls, call_id, `Bearer ${OPENAI_API_KEY}`, signal);
  },

  tell({ call_id }, text, { variables, signal }) {
    const { OPENAI_API_KEY = "", OPENAI_BASE_URL } = variables;
    const calls = { address: `${OPENAI_BASE_URL}/realtime`, shape: CALL_ID };
    return tellCall(calls, call_id, `Bearer ${OPENAI_API_KEY}`, text, signal);
  },
};
