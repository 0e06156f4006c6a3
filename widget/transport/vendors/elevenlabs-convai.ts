import { ulawOfPcm } from "../../audio/ulaw.ts";
import type { CreateProtocol } from "../transport.ts";
import { notesOf, variablesOf } from "./elevenlabs-context.ts";
import { faultOfClose } from "./elevenlabs-faults.ts";
import type { ServerMessage } from "./elevenlabs-messages.ts";
import { reduce } from "./elevenlabs-reduce.ts";
import { begin, type Effect, type Input } from "./elevenlabs-state.ts";

/** How a close says that the longest duration is over: github.com/elevenlabs/elevenlabs-docs/issues/519. */
const LONGEST = /max(?:imum)?[ _]duration/i;

/** Least time between two `user_activity` messages, milliseconds. */
const TYPING_MS = 1_000;

/**
 * ElevenLabs Agents over a signed URL, as a client. Turns, interruptions and the greeting are the vendor's own: `reduce()`
 * says what each message means, and this does it.
 */
export const create: CreateProtocol = (wire, options) => {
  let state = begin(notesOf(options), options.history !== undefined);
  let silencing = false;
  let typingAt = 0;

  const silence = (...input: Input) => {
    silencing = true;
    const unheard = wire.flush().length > 0;
    silencing = false;
    dispatch(input, unheard);
  };

  const dispatch = (input: Input, unheard = false) => {
    const moment = { now: Date.now(), audible: Boolean(options.device), unheard };
    const [next, effects] = reduce(state, input, moment);
    state = next;
    perform(effects);
  };

  /** What fails, as sound that cannot be read does, keeps nothing after it from being done. */
  const perform = ([effect, ...rest]: Effect[]) => {
    if (!effect) return;
    try {
      if (effect[0] === "over") wire.expired();
      else if (effect[0] === "later") {
        const [, milliseconds, input] = effect;
        setTimeout(() => dispatch(input), milliseconds);
      } else {
        const [name, ...values] = effect;
        (wire[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
      }
    } finally {
      perform(rest);
    }
  };

  return {
    get rates() {
      const { input, output } = state;
      return { input: input.rate, output: output?.rate ?? 16_000 };
    },
    address: () => ({ url: options.url, protocols: ["convai"] }),
    /** Sends only what is needed: an override that the agent does not allow ends the call, and so do empty values. */
    open() {
      const { context = {}, initial_message } = options;
      const variables = variablesOf(context);
      wire.send({
        type: "conversation_initiation_client_data",
        ...(initial_message && { conversation_config_override: { agent: { first_message: initial_message } } }),
        ...(Object.keys(variables).length && { dynamic_variables: variables }),
      });
    },
    audio: (pcm) => ({ user_audio_chunk: state.input.ulaw ? ulawOfPcm(pcm) : pcm }),
    /** The agent greets by itself. */
    greet() {},
    sendText: (_id, text) => silence("text", text),
    sendNote: (text, subject) =>
      wire.send({ type: "contextual_update", text, ...(subject && { context_id: subject.slice(0, 64) }) }),
    answerTool: (call_id, result, failed = false) => dispatch(["tool_answer", call_id, result, failed]),
    interrupt: () => silence("stop"),
    typing() {
      if (Date.now() - typingAt < TYPING_MS) return;
      typingAt = Date.now();
      wire.send({ type: "user_activity" });
    },
    rate(rating) {
      const event_id = state.answers[0]?.event ?? null;
      const score = rating > 3 ? "like" : rating < 3 ? "dislike" : null;
      if (event_id !== null) wire.send({ type: "feedback", event_id, score });
    },
    onPlaybackEnd() {
      // The end that silencing brings is no end that was heard.
      if (!silencing) dispatch(["heard"]);
    },
    fault(code, reason) {
      if (LONGEST.test(reason)) wire.expired();
      return faultOfClose({ code, reason, error: state.error, begun: state.listens });
    },
    receive(message) {
      const event = message as unknown as ServerMessage;
      if (message.type === "interruption") silence("message", event);
      else dispatch(["message", event]);
    },
  };
};
