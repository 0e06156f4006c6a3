import type { ClientTool, IceServer } from "../../shared/session.ts";
import type { Variables } from "../variables.ts";
import { askVendor, noToken } from "./ask.ts";
import { hangUpCall } from "./calls.ts";
import { inworldAuthorization, newNonce } from "./inworld-signature.ts";
import type { MintRequest, VendorAdapter } from "./provider.ts";
import { iceServers, turnServers } from "./turn.ts";

const WAY = { protocol: "inworld-realtime", transport: "webrtc" } as const;

const MODEL = "openai/gpt-4o-mini";
const SPEECH_MODEL = "inworld-tts-2";
const VOICE = "Olivia";
const CALL_ID = /^[\w-]{8,200}$/;

/** The two halves of INWORLD_API_KEY, the Base64 of `key:secret`; `null` where it is none. */
function credentials({ INWORLD_API_KEY = "" }: Variables): { key: string; secret: string } | null {
  try {
    const [, key, secret] = /^([^:]+):(.+)$/.exec(atob(INWORLD_API_KEY)) ?? [];
    return key && secret ? { key, secret } : null;
  } catch {
    return null;
  }
}

const toTool = ({ name, description, parameters }: ClientTool) => ({ type: "function", name, description, parameters });

/** The `session` of the client's first `session.update`. The vendor writes down what the visitor says unasked. */
const sessionOf = ({ voice, instructions, tools }: MintRequest, model: string) => ({
  type: "realtime",
  model,
  instructions,
  output_modalities: ["audio", "text"],
  audio: {
    input: {
      turn_detection: { type: "semantic_vad", eagerness: "high", create_response: true, interrupt_response: true },
    },
    output: { model: SPEECH_MODEL, voice: voice ?? VOICE },
  },
  tools: tools.map(toTool),
});

/** Servers that the vendor wants used; its WebRTC can do without, so a failure is no reason to give up. */
async function vendorsIce(settings: Variables, token: string, signal: AbortSignal): Promise<IceServer[]> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await askVendor(`${settings.INWORLD_BASE_URL}/v1/realtime/ice-servers`, { headers, signal }, token);
    return iceServers(answer.ice_servers);
  } catch (error) {
    console.warn(JSON.stringify({ event: "ice_servers_failed", error: String((error as Error).cause ?? error) }));
    return [];
  }
}

/**
 * Inworld's Realtime API. Its tokens hold no configuration and all permissions of their key: the instructions, with the
 * visitor's context and memory, reach the browser, and the key should be good for Realtime alone.
 */
export const inworld: VendorAdapter = {
  way: WAY,
  default_model: MODEL,

  unconfigured(settings) {
    if (settings.INWORLD_API_KEY === undefined) return "is set to the vendor inworld, and INWORLD_API_KEY is not set";
    if (credentials(settings) !== null) return null;
    return "is set to the vendor inworld, and INWORLD_API_KEY is not the Base64 of key:secret";
  },

  async mint(request, { settings, signal }) {
    const { INWORLD_BASE_URL, INWORLD_WORKSPACE } = settings;
    const { key = "", secret = "" } = credentials(settings) ?? {};
    const relays = turnServers(settings, signal);
    const answer = await askVendor(
      `${INWORLD_BASE_URL}/v1/sessionTokens/token:generate`,
      {
        method: "POST",
        headers: {
          authorization: await inworldAuthorization(key, secret, Date.now(), newNonce()),
          "content-type": "application/json",
        },
        body: JSON.stringify({ key, resources: [`workspaces/${INWORLD_WORKSPACE}`] }),
        signal,
      },
      secret,
    );
    const { token, expirationTime } = answer;
    const expires_at = Math.floor(Date.parse(String(expirationTime)) / 1000);
    if (typeof token !== "string" || token === "" || !Number.isFinite(expires_at)) throw noToken(answer);
    const servers = [...(await vendorsIce(settings, token, signal)), ...((await relays) ?? [])];
    const model = request.model ?? MODEL;
    return {
      connection: {
        ...WAY,
        url: `${INWORLD_BASE_URL}/v1/realtime/calls`,
        setup: sessionOf(request, model),
      },
      ephemeral_token: token,
      expires_at,
      voice_llm_model: model,
      ice_servers: servers.length > 0 ? servers : null,
    };
  },

  hangUp({ call_id }, { settings, signal }) {
    const { INWORLD_API_KEY = "", INWORLD_BASE_URL } = settings;
    const calls = { base: `${INWORLD_BASE_URL}/v1/realtime/calls`, shape: CALL_ID };
    return hangUpCall(calls, call_id, `Bearer ${INWORLD_API_KEY}`, signal);
  },
};
