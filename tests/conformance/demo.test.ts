import { workersAiStandIn } from "../harness/vendors/workers-ai.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "demo",
  standIn: null,
  env: () => ({}),
  agent: {},
  connection: { protocol: "openai-realtime", transport: "websocket", url: /^ws:\/\/localhost:\d+\/demo\/v1\/realtime/ },
  defaults: { model: /^demo-echo$/, voice: /./ },
  waits_ms: 0,
  recognizer: workersAiStandIn,
  searches: true,
  tellsInWords: true,
  can: {
    bake: true,
    safetyIdentifier: false,
    iceServers: false,
    hangUp: true,
    parallelCalls: false,
    transcribe: false,
    place: false,
    usage: true,
  },
});
