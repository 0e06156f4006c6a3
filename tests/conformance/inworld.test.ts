import { INWORLD_API_KEY, inworldStandIn } from "../harness/vendors/inworld.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "inworld",
  standIn: inworldStandIn,
  env: ({ origin }) => ({ INWORLD_BASE_URL: origin, INWORLD_API_KEY }),
  agent: {},
  connection: {
    protocol: "inworld-realtime",
    transport: "webrtc",
    url: /^http:\/\/localhost:\d+\/v1\/realtime\/calls$/,
  },
  defaults: { model: /^openai\/gpt-4o-mini$/, voice: /^Olivia$/ },
  waits_ms: 0,
  can: {
    bake: true,
    safetyIdentifier: false,
    iceServers: true,
    hangUp: true,
    parallelCalls: true,
    transcribe: true,
    place: true,
    usage: true,
  },
});
