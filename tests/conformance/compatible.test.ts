import { compatibleStandIn } from "../harness/vendors/compatible.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "compatible",
  standIn: compatibleStandIn,
  env: ({ origin, key }) => ({
    COMPATIBLE_BASE_URL: `${origin}/v1`,
    COMPATIBLE_API_KEY: key,
    COMPATIBLE_MODEL: "own-realtime-1",
  }),
  agent: { voice: "harbour" },
  connection: {
    protocol: "openai-realtime",
    transport: "websocket",
    url: /^ws:\/\/localhost:\d+\/compatible\/v1\/realtime$/,
  },
  defaults: { model: /^own-realtime-1$/, voice: /^harbour$/ },
  waits_ms: 0,
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
