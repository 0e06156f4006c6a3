import { primaryLanguage } from "../../shared/languages.ts";
import type { IceServer } from "../../shared/session.ts";
import { VENDORS } from "../../shared/vendors.ts";
import { askVendor, callVendor, jsonOf, missingIn } from "./ask.ts";
import { hangUpCall } from "./hang-up-call.ts";
import { semanticVad, serverVad, speedOf, toTool } from "./openai-realtime.ts";
import { type AgentSetup, type CallVendor, lacking, type VendorContext } from "./provider.ts";
import { tellCall } from "./tell-call.ts";
import { hurried, iceServers, turnServers } from "./turn.ts";

const CONNECTION = { protocol: "inworld-realtime", transport: "webrtc" } as const;

const {
  models: [MODEL],
  voices: [VOICE],
} = VENDORS.inworld;
const SPEECH_MODEL = "inworld-tts-2";
const CALL_ID = /^[\w-]{8,200}$/;

const isApiKey = (key: string): boolean => {
  try {
    return /^[^:]+:.+$/.test(atob(key));
  } catch {
    return false;
  }
};

/** A patient agent is stopped by the page, which hears how long the visitor speaks. */
const turnDetection = ({ turn_taking, interruptions }: AgentSetup) =>
  turn_taking?.mode === "silence"
    ? serverVad(
        { ...(turn_taking.silence_ms !== undefined && { silence_duration_ms: turn_taking.silence_ms }) },
        !interruptions,
      )
    : semanticVad(turn_taking, "high", !interruptions);

/** The `session` that the call is placed with. The vendor writes down what the visitor says unasked. */
const sessionOf = (agent: AgentSetup) => ({
  type: "realtime",
  model: agent.model ?? MODEL,
  instructions: agent.instructions,
  output_modalities: ["audio", "text"],
  audio: {
    input: {
      ...(agent.noise_reduction !== "off" && { noise_reduction: { type: agent.noise_reduction ?? "near_field" } }),
      ...(agent.language && { transcription: { language: primaryLanguage(agent.language) } }),
      turn_detection: turnDetection(agent),
    },
    output: { model: SPEECH_MODEL, voice: agent.voice ?? VOICE, ...speedOf(agent) },
  },
  tools: agent.tools.map(toTool),
});

/** Servers that the vendor wants used; its WebRTC can do without, so a failure is no reason to give up. */
async function vendorsIce(context: VendorContext): Promise<IceServer[]> {
  const { INWORLD_API_KEY = "", INWORLD_BASE_URL } = context.variables;
  try {
    const headers = { authorization: `Bearer ${INWORLD_API_KEY}` };
    const url = `${INWORLD_BASE_URL}/v1/realtime/ice-servers`;
    return iceServers((await askVendor(url, { headers }, INWORLD_API_KEY, hurried(context))).ice_servers);
  } catch (error) {
    console.warn(JSON.stringify({ event: "ice_servers_failed", error: String((error as Error).cause ?? error) }));
    return [];
  }
}

/**
 * Inworld's Realtime API. The service places the call with its own key: a session token of the vendor would have all
 * permissions of that key, and hold nothing of the agent.
 */
export const inworld: CallVendor = {
  connection_type: CONNECTION,
  has_speeds: true,
  default_model: MODEL,

  unconfigured(variables) {
    const { INWORLD_API_KEY } = variables;
    if (INWORLD_API_KEY === undefined || isApiKey(INWORLD_API_KEY)) return lacking("inworld")(variables);
    return "is set to the vendor inworld, and INWORLD_API_KEY is not the Base64 of key:secret";
  },

  needsIceServers: () => true,

  async iceServers(context) {
    const [own, relays] = await Promise.all([vendorsIce(context), turnServers(context)]);
    const servers = [...own, ...(relays ?? [])];
    return servers.length > 0 ? servers : null;
  },

  async place({ agent }, offer, context) {
    const { INWORLD_API_KEY = "", INWORLD_BASE_URL } = context.variables;
    const answered = await callVendor(
      `${INWORLD_BASE_URL}/v1/realtime/calls`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${INWORLD_API_KEY}`, "content-type": "application/json" },
        body: JSON.stringify({ sdp: offer, session: sessionOf(agent) }),
      },
      INWORLD_API_KEY,
      context,
    );
    const answer = jsonOf(answered);
    const { id = answered.location?.split("/").at(-1), sdp } = answer;
    if (typeof sdp !== "string" || !sdp.startsWith("v=0")) throw missingIn("SDP", answer);
    return { answer: sdp, call_id: typeof id === "string" && CALL_ID.test(id) ? id : null };
  },

  hangUp({ call_id }, { variables, signal }) {
    const { INWORLD_API_KEY = "", INWORLD_BASE_URL } = variables;
    const calls = { base: `${INWORLD_BASE_URL}/v1/realtime/calls`, shape: CALL_ID };
    return hangUpCall(calls, call_id, `Bearer ${INWORLD_API_KEY}`, signal);
  },

  tell({ call_id }, text, { variables, signal }) {
    const { INWORLD_API_KEY = "", INWORLD_BASE_URL } = variables;
    const calls = { address: `${INWORLD_BASE_URL}/v1/realtime`, shape: CALL_ID };
    return tellCall(calls, call_id, `Bearer ${INWORLD_API_KEY}`, text, signal);
  },
};
