import { Call } from "../../../worker/objects/voice-agent/call.ts";
import { demoPipeline } from "../../../worker/objects/voice-agent/demo/demo-pipeline.ts";
import { EventPace } from "../../../worker/objects/voice-agent/event-pace.ts";
import type { Pipeline } from "../../../worker/objects/voice-agent/pipeline.ts";
import type { DemoCall, WorkersAiCall } from "../../../worker/objects/voice-agent/rpc.ts";
import type { CallStore } from "../../../worker/objects/voice-agent/saved-call.ts";
import { newSession } from "../../../worker/objects/voice-agent/session.ts";
import type { ServerEvent } from "../../harness/worker/demo-call.ts";

const STORE = {
  saveSession: () => {},
  saveResponse: () => {},
  saveEntry: () => {},
  removeEntry: () => {},
  saveOrder: () => {},
};

/** The engine of a call alone: no object, no storage, and a clock that the test turns. */
export function engineOf(call: DemoCall | WorkersAiCall, pipeline: Pipeline, store: CallStore = STORE) {
  const { initial_message } = call;
  const session = newSession(call, 4_000_000_000);
  const saved = { session, initial_message, order: [], entries: [], response_id: null, position: 0 };
  const sent: ServerEvent[] = [];
  return { call: new Call(saved, store, (message) => sent.push(JSON.parse(message)), pipeline, new EventPace()), sent };
}

/** The same, with the demo's own voice. */
export function newCall(
  initial_message: string | null = null,
  over: Partial<DemoCall> = {},
  recognizer: Parameters<typeof demoPipeline>[0] = null,
) {
  const call: DemoCall = {
    kind: "demo",
    session_id: "ses_x1",
    instructions: "",
    initial_message,
    voice: "ava",
    tools: [],
    expires_at: 0,
    ...over,
  };
  return engineOf(call, demoPipeline(recognizer));
}
