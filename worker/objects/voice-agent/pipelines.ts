import type { Bindings } from "../../env.ts";
import type { CallEngine, CallHost } from "./call-engine.ts";
import { RelayedCall } from "./compatible/relayed-call.ts";
import { ConnectionRefused } from "./connection-refused.ts";
import { demoPipeline } from "./demo/demo-pipeline.ts";
import { knowsSite } from "./demo/knowledge.ts";
import type { EventPace } from "./event-pace.ts";
import type { PaidWork } from "./paid-work.ts";
import type { Pipeline } from "./pipeline.ts";
import type { AgentCall, CallRefused, DemoCall, WorkersAiCall } from "./rpc.ts";
import type { Ticket } from "./store.ts";
import { type AiBinding, Models } from "./workers-ai/models.ts";
import { recognition } from "./workers-ai/recognition.ts";
import { TurnRecognizer } from "./workers-ai/turn-recognizer.ts";
import { WorkersAiPipeline } from "./workers-ai/workers-ai-pipeline.ts";

/** A call that is ready for its page; its connections are held in memory until then. */
type Ready =
  | { kept: Ticket["call"]; engine?: CallEngine; pipeline?: Pipeline; refused?: undefined }
  | { refused: CallRefused; kept?: undefined; engine?: undefined; pipeline?: undefined };

/** Makes the connections that a call needs before its page gets the token. */
export async function makeReady(
  call: AgentCall,
  env: Bindings,
  transmit: (message: string) => void,
  host: CallHost,
  paid: PaidWork,
  pace: EventPace,
): Promise<Ready> {
  const { kind, session_id, expires_at } = call;
  try {
    switch (call.kind) {
      case "demo":
        return { kept: call };
      case "workers-ai": {
        const made = new WorkersAiPipeline(call, env.AI, host, paid);
        await made.connect();
        return { kept: call, pipeline: made };
      }
      case "compatible":
        return {
          kept: { kind: call.kind, session_id, expires_at },
          engine: await RelayedCall.connect(call, transmit, host, paid, pace),
        };
    }
  } catch (error) {
    const answer = error instanceof ConnectionRefused ? error.answer : null;
    return { refused: { answer, cause: `${kind}: ${error}` } };
  }
}

/** The pipeline of a call, created again after hibernation. */
export const pipelineOf = (call: DemoCall | WorkersAiCall, env: Bindings, host: CallHost, paid: PaidWork): Pipeline =>
  call.kind === "demo" ? demoOf(call, env, host) : new WorkersAiPipeline(call, env.AI, host, paid);

/** Recognisers need to know what ends a turn, although these turns have ended before they are sent. */
const ENDPOINTING = { type: "server_vad", silence_duration_ms: 500 } as const;

/** Words are recognised if the agent knows the site's pages and the operator has bound Workers AI. */
function demoOf(call: DemoCall, { AI }: Bindings, host: CallHost): Pipeline {
  if (AI === undefined || !knowsSite(call)) return demoPipeline();
  const models = new Models(AI as unknown as AiBinding, call.session_id);
  const hearing = recognition(call.language ?? null, ENDPOINTING, call.keyterms ?? []);
  const connect = () => models.socket(hearing.model, hearing.inputs);
  return demoPipeline(new TurnRecognizer(hearing, connect, host, Date.now()));
}
