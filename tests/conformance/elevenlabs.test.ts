import { elevenLabsStandIn } from "../harness/vendors/elevenlabs.ts";
import { EVERY_MS } from "../harness/vendors/paced-audio.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "elevenlabs",
  standIn: elevenLabsStandIn,
  // It stands behind no slot.
  env: ({ origin, key }) => ({ PROVIDER_A: "demo", ELEVENLABS_BASE_URL: origin, ELEVENLABS_API_KEY: key }),
  agent: { provider: "provider_x", extprovider_convai_agent_id: "agent_bakery" },
  connection: {
    protocol: "elevenlabs-convai",
    transport: "websocket",
    url: /^ws:\/\/localhost:\d+\/v1\/convai\/conversation\?agent_id=agent_bakery&conversation_signature=/,
  },
  defaults: { model: null, voice: /^$/ },
  waits_ms: EVERY_MS,
  can: {
    bake: true,
    safetyIdentifier: false,
    iceServers: false,
    hangUp: false,
    parallelCalls: false,
    transcribe: true,
    place: false,
    usage: false,
  },
  // Agents live at the vendor: the page tells them.
  knows: ({ received }, said) => received.some((message) => JSON.stringify(message).includes(said)),
  startRequest: {
    path: (agent_id) => `/widget/v1/extprovider-convai/signed-url?agent_id=${agent_id}`,
    refusal: (scenario) => (scenario === "hang" ? 503 : 502),
  },
});
