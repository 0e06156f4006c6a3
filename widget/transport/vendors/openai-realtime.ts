import type { CreateProtocol } from "../transport.ts";
import type { ServerEvent } from "./openai-events.ts";
import { perform } from "./openai-perform.ts";
import { reduce } from "./openai-reduce.ts";
import type { Input, State } from "./openai-state.ts";

/** OpenAI's realtime protocol (GA), as a client: `reduce()` says what each event means, and this does it. */
export const create: CreateProtocol = (wire, options) => {
  let state: State = {};
  const dispatch = (...input: Input) => {
    const [next, effects] = reduce(state, input, options);
    state = next;
    perform(wire, effects);
  };
  return {
    rates: { input: 24_000, output: 24_000 },
    confirms: true,
    address: () => ({ url: options.url, protocols: ["realtime", `openai-insecure-api-key.${options.token}`] }),
    audio: (audio) => ({ type: "input_audio_buffer.append", audio }),
    greet: (text) => dispatch("greet", text),
    sendText: (id, text) => dispatch("text", id, text),
    sendNote: (text) => dispatch("note", text),
    answerTool: (call_id, output) => dispatch("tool_answer", call_id, output),
    interrupt: () => dispatch("stop"),
    receive: (message) => dispatch("event", message as unknown as ServerEvent),
  };
};
