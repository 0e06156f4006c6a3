import type { CreateProtocol } from "../transport.ts";
import { Hearing } from "./gemini-hearing.ts";
import type { ServerMessage } from "./gemini-messages.ts";
import { reduce } from "./gemini-reduce.ts";
import { begin, type Effect, type Input } from "./gemini-state.ts";
import { isActive } from "./gemini-turn.ts";

/** What the vendor says where the owner's account has nothing left. */
const USED_UP = /quota|billing|credit|spending/i;

/** Google's Gemini Live, as a client: `reduce()` says what each message means, and this does it. */
export const create: CreateProtocol = (wire, call) => {
  const rates = { input: 16_000, output: 24_000 };
  let state = begin(call.setup?.model);
  const hearing = new Hearing(() =>
    wire.emit({ type: "closed", expired: false, orderly: false, message: "The voice provider does not hear any more" }),
  );

  const dispatch = (...input: Input) => {
    const [next, effects] = reduce(state, input, Date.now());
    state = next;
    perform(effects);
  };

  /** What fails, as sound that cannot be read does, keeps nothing after it from being done. @param unheard items cut so far */
  const perform = ([effect, ...rest]: Effect[], unheard: string[] = []) => {
    let cut = unheard;
    if (!effect) return;
    try {
      if (effect[0] === "silence") cut = wire.flush().map(({ item }) => item);
      else if (effect[0] === "interrupted") {
        const ids = [...new Set([...cut, ...effect[1]])];
        if (ids.length) wire.emit({ type: "interrupted", ids });
      } else {
        const [name, ...values] = effect;
        (wire[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
      }
    } finally {
      perform(rest, cut);
    }
  };

  return {
    rates,
    get leaving() {
      return state.leaving;
    },
    address() {
      const token = encodeURIComponent(call.token).replaceAll("%2F", "/");
      return { url: `${call.url}?access_token=${token}`, protocols: [] };
    },
    open: () => wire.send({ setup: call.setup ?? {} }),
    audio(data) {
      // While a tool runs, or where speech stops nobody, the model may say nothing to it.
      if (!state.calls.length && (call.interruptions !== "off" || !isActive(state))) hearing.sent(data);
      return { realtimeInput: { audio: { data, mimeType: `audio/pcm;rate=${rates.input}` } } };
    },
    pause: () => ({ realtimeInput: { audioStreamEnd: true } }),
    greet: (text) => dispatch("greet", text),
    sendText: (id, text) => dispatch("text", id, text),
    sendNote: (text, subject = text) => dispatch("note", text, subject),
    answerTool: (call_id, output) => dispatch("tool_answer", call_id, output),
    interrupt: () => dispatch("stop"),
    receive(message) {
      dispatch("message", message as ServerMessage);
      hearing.received(isActive(state));
    },
    fault(code, reason) {
      // The token's own time, which is the longest that this agent talks.
      if (code === 1008 && /expire/i.test(reason)) wire.expired();
      if (code !== 1007 && code !== 1008 && code !== 1011) return undefined;
      const message = `The voice provider refused (${code}): ${reason}`;
      // Another connection would be refused as well.
      return { code: USED_UP.test(reason) ? "agent_unavailable" : "vendor_failed", message };
    },
  };
};
