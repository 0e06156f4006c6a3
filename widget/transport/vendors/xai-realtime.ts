import { SessionError } from "../../errors.ts";
import type { CreateProtocol } from "../transport.ts";
import { perform } from "./openai-perform.ts";
import type { ServerEvent } from "./xai-events.ts";
import { reduce } from "./xai-reduce.ts";
import type { Input, State } from "./xai-state.ts";

/** xAI's Grok Voice, a dialect of OpenAI's protocol: `reduce()` says what each event means, and this does it. */
export const create: CreateProtocol = (wire, options) => {
  let state: State = {};
  const dispatch = (...input: Input) => {
    const [next, effects] = reduce(state, input, options);
    state = next;
    for (const effect of effects) {
      if (effect[0] === "give_up") throw new SessionError("vendor_failed", effect[1]);
      if (effect[0] === "later") {
        const [, milliseconds, later] = effect;
        setTimeout(() => dispatch(...later), milliseconds);
      } else perform(wire, [effect]);
    }
  };
  return {
    rates: { input: 24_000, output: 24_000 },
    address: () => ({ url: options.url, protocols: [`xai-client-secret.${options.token}`] }),
    audio: (audio) => ({ type: "input_audio_buffer.append", audio }),
    greet: (text) => dispatch("greet", text),
    sendText: (id, text) => dispatch("text", id, text),
    sendNote: (text, subject = text) => dispatch("note", text, subject),
    answerTool: (call_id, output) => dispatch("tool_answer", call_id, output),
    interrupt: () => dispatch("stop"),
    receive: (message) => dispatch("event", message as unknown as ServerEvent),
  };
};
