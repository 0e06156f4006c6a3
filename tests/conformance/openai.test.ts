import { openaiStandIn } from "../harness/vendors/openai.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "openai",
  standIn: openaiStandIn,
  env: ({ origin, key }) => ({ OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: key }),
  agent: {},
  connection: {
    protocol: "openai-realtime",
    transport: "webrtc",
    url: /^http:\/\/localhost:\d+\/v1\/realtime\/calls$/,
  },
  defaults: { model: /^gpt-realtime-2\.1$/, voice: /^marin$/ },
  waits_ms: 0,
  searches: true,
  can: {
    bake: true,
    safetyIdentifier: true,
    iceServers: false,
    hangUp: true,
    parallelCalls: true,
    transcribe: true,
    place: true,
    usage: true,
  },
});
