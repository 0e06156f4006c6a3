import { geminiStandIn } from "../harness/vendors/gemini.ts";
import { EVERY_MS } from "../harness/vendors/paced-audio.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "gemini",
  standIn: geminiStandIn,
  env: ({ origin, key }) => ({ GEMINI_BASE_URL: origin, GEMINI_API_KEY: key }),
  agent: {},
  connection: {
    protocol: "gemini-live",
    transport: "websocket",
    setup: true,
    // Without the token, which is no part of the address until the page dials it.
    url: /^ws:\/\/localhost:\d+\/ws\/google\.ai\.generativelanguage\.v1alpha\.GenerativeService\.BidiGenerateContentConstrained$/,
  },
  defaults: { model: /^models\/gemini-3\.8-live$/, voice: /^Kore$/ },
  waits_ms: EVERY_MS,
  can: {
    bake: true,
    safetyIdentifier: false,
    iceServers: false,
    hangUp: false,
    parallelCalls: true,
    transcribe: true,
    place: false,
    usage: true,
  },
});
