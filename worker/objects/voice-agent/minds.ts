import type { Bindings } from "../../env.ts";
import type { CallEngine, CallHost } from "./call-engine.ts";
import { RelayedCall } from "./compatible/relayed-call.ts";
import { ConnectionRefused } from "./connection-refused.ts";
import { demoMind } from "./demo/demo-mind.ts";
import type { Mind } from "./mind.ts";
import type { AgentCall, CallRefused, DemoCall, WorkersAiCall } from "./rpc.ts";
import type { Ticket } from "./store.ts";
import { WorkersAiMind } from "./workers-ai/workers-ai-mind.ts";

/** A call whose page may come; what was made for it is held in memory until then. */
type Ready =
  | { kept: Ticket["call"]; engine?: CallEngine; mind?: Mind; refused?: undefined }
  | { refused: CallRefused; kept?: undefined; engine?: undefined; mind?: undefined };

/** Connects what a call needs before its page is told of it. */
export async function makeReady(
  call: AgentCall,
  env: Bindings,
  transmit: (message: string) => void,
  host: CallHost,
): Promise<Ready> {
  const { mind, session_id, expires_at } = call;
  try {
    switch (call.mind) {
      case "demo":
        return { kept: call };
      case "workers-ai": {
        const made = new WorkersAiMind(call, env.AI, host);
        await made.connect();
        return { kept: call, mind: made };
      }
      case "compatible":
        return {
          kept: { mind: call.mind, session_id, expires_at },
          engine: await RelayedCall.connect(call, transmit, host),
        };
    }
  } catch (error) {
    const answer = error instanceof ConnectionRefused ? error.answer : null;
    return { refused: { answer, cause: `${mind}: ${error}` } };
  }
}

/** The mind of a call, made again after the object has slept. */
export const mindOf = (call: DemoCall | WorkersAiCall, env: Bindings, host: CallHost): Mind =>
  call.mind === "demo" ? demoMind : new WorkersAiMind(call, env.AI, host);
