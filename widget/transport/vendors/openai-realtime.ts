import type { CreateProtocol } from "../transport.ts";
import type { ServerEvent } from "./openai-events.ts";
import { reduce } from "./openai-reduce.ts";
import type { Input, State } from "./openai-state.ts";

/** OpenAI's realtime protocol (GA), as a client: `reduce()` says what each event means, and this does it. */
export const create: CreateProtocol = (wire, options) => {
  let state: State = {};
  const dispatch = (...input: Input) => {
    const [next, effects] = reduce(state, input, options);
    state = next;
    for (const [name, ...values] of effects)
      if (name === "silence") {
        const [unfinished, cut] = values as [string[], boolean];
        const ids = new Set(unfinished);
        for (const { item, played_ms } of wire.flush()) {
          ids.add(item);
          wire.send({
            event_id: "other",
            type: "conversation.item.truncate",
            item_id: item,
            content_index: 0,
            audio_end_ms: played_ms,
          });
        }
        if (cut || ids.size) wire.emit({ type: "interrupted", ids: [...ids] });
      } else (wire[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
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
