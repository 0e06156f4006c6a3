import { EVERY_MS } from "../harness/vendors/paced-audio.ts";
import { xaiStandIn } from "../harness/vendors/xai.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "xai",
  standIn: xaiStandIn,
  env: ({ origin, key }) => ({ XAI_BASE_URL: `${origin}/v1`, XAI_API_KEY: key }),
  agent: {},
  connection: {
    protocol: "xai-realtime",
    transport: "websocket",
    url: /^ws:\/\/localhost:\d+\/v1\/realtime\?model=[\w.-]+$/,
  },
  defaults: { model: /^grok-voice-latest$/, voice: /^eve$/ },
  waits_ms: EVERY_MS,
  searches: true,
  can: {
    bake: false,
    safetyIdentifier: false,
    iceServers: false,
    hangUp: false,
    parallelCalls: true,
    transcribe: true,
    place: false,
    usage: true,
  },
});
