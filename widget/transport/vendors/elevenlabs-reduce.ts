import { receive } from "./elevenlabs-receive.ts";
import type { Effect, Input, Moment, State } from "./elevenlabs-state.ts";
import { complete, cut, emit, greeted, quieten, type Step, send, settle, type } from "./elevenlabs-turn.ts";

/** After a reconnection the agent greets again, and begins to within this time, milliseconds. */
const GREETING_MS = 1_500;

/** The next state, and what is to be done. */
export function reduce(state: State, input: Input, moment: Moment): [State, Effect[]] {
  const effects: Effect[] = [];
  const step = { ...state, ...moment, effects };
  apply(step, input);
  return [step, effects];
}

function apply(step: Step, input: Input): void {
  switch (input[0]) {
    case "message":
      receive(step, input[1]);
      break;
    case "text":
      if (!step.greeting) {
        type(step, input[1]);
        break;
      }
      // Else the greeting could not be distinguished from the answer.
      if (!step.greeting.length) step.effects.push(["later", GREETING_MS, ["ungreeted"]]);
      step.greeting = [...step.greeting, input[1]];
      break;
    case "stop": {
      // The vendor has no message for it: the rest of the answer is just not played.
      const stale = step.owes === "answer";
      if (!cut(step) && !stale) break;
      step.hushed = { until: Number.POSITIVE_INFINITY, stale };
      settle(step);
      break;
    }
    case "tool_answer": {
      const [, tool_call_id, result, is_error] = input;
      if (!step.calls.includes(tool_call_id)) break;
      step.calls = step.calls.filter((call) => call !== tool_call_id);
      send(step, { type: "client_tool_result", tool_call_id, result, is_error });
      // Only the vendor knows whether the agent waits for the result.
      if (!step.owes) emit(step, { type: "turn_done", more: false });
      break;
    }
    case "heard":
      quieten(step);
      // No correction is expected.
      if (step.answers[0]?.status === "open") settle(step);
      break;
    case "uncorrected": {
      const said = step.answers.find(({ id }) => id === input[1]);
      if (said?.status === "settling") complete(step, said, said.text);
      break;
    }
    case "ungreeted":
      greeted(step);
      break;
    default:
      input satisfies never;
  }
}
