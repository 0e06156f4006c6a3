import type { StandInCall } from "../harness/vendors/stand-in.ts";
import { workersAiStandIn } from "../harness/vendors/workers-ai.ts";
import { WorkersAiCall } from "../harness/vendors/workers-ai-call.ts";
import { conformance } from "./suite.ts";

conformance({
  name: "workers-ai",
  standIn: workersAiStandIn,
  isBinding: true,
  env: () => ({}),
  agent: {},
  connection: {
    protocol: "openai-realtime",
    transport: "websocket",
    url: /^ws:\/\/localhost:\d+\/workers-ai\/v1\/realtime$/,
  },
  defaults: { model: /^@cf\/zai-org\/glm-4\.7-flash$/, voice: /^luna$/ },
  waits_ms: 0,
  endless: true,
  getsSetupLate: true,
  knows: (call: StandInCall, said: string) => call instanceof WorkersAiCall && call.session.messages.includes(said),
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
