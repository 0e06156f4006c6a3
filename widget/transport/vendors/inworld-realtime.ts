import { SessionError } from "../../errors.ts";
import type { CreateProtocol, Wire } from "../transport.ts";
import { create as openaiRealtime } from "./openai-realtime.ts";

interface Message {
  type?: string;
  response?: { id?: string; instructions?: string };
  response_id?: string;
  error?: { code?: string; message?: string };
  [field: string]: unknown;
}

/** How long the vendor may take to confirm the set-up before it counts as listening, milliseconds. */
const CONFIRM_MS = 1_500;
/** How many checks the sound may lag behind its text. */
const LAG = 10;

/**
 * Inworld: OpenAI's protocol with the event names of both its versions, and a greeting that is requested as a visitor's
 * message. No event says what of its sound is heard, so the sound is measured from the first text on.
 */
export const create: CreateProtocol = (wire, options) => {
  let opened = false;
  /** Tool calls by item: only the first event of a call has its name. */
  const names = new Map<unknown, unknown>();
  /** The newest answer, and whether it is still being generated. */
  let response = "";
  let making = false;
  /** The answer that is heard or will be; whether it was heard; and for how many checks it was not. */
  let sounding: string | null = null;
  let heard = false;
  let quiet = 0;
  /** Whether the sound is being measured. */
  let listens = false;

  const begin = () => {
    if (!opened) wire.opened();
    opened = true;
  };

  const start = () => {
    if (sounding === response) return;
    sounding = response;
    heard = false;
    quiet = 0;
    openai.receive({ type: "output_audio_buffer.started", response_id: response });
  };

  const send = (message: Message) => {
    if (message.type === "output_audio_buffer.clear") {
      // Inworld has no such event: cancelling, also after the last word was generated, is the only way.
      if (!making) wire.send({ type: "response.cancel" });
      return;
    }
    const instructions = message.response?.instructions;
    if (instructions) {
      const content = [{ type: "input_text", text: instructions }];
      wire.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
      wire.send({ ...message, response: undefined });
      return;
    }
    wire.send(message);
  };

  const own: Partial<Wire> = {
    send: (message) => send(message as Message),
    opened: () => {},
    hush(silent) {
      if (silent) sounding = null;
      wire.hush?.(silent);
    },
  };
  const openai = openaiRealtime({ ...wire, ...own }, { ...options, text_only: false });

  return {
    ...openai,
    gathers: true,
    confirms: false,
    address: () => ({ url: options.url, protocols: [] }),
    /** The agent was set up with the call. A vendor that does not confirm that listens all the same. */
    open() {
      setTimeout(begin, CONFIRM_MS);
    },
    sounds(audible) {
      listens = true;
      if (audible) {
        start();
        heard = true;
        return;
      }
      quiet++;
      if (sounding === null || !(heard || (!making && quiet > LAG))) return;
      openai.receive({ type: "output_audio_buffer.stopped", response_id: sounding });
      sounding = null;
    },
    receive(message: Message) {
      const type = message.type?.replace(/^response\.(audio|text)/, "response.output_$1");
      const item = message.item as Message | undefined;
      switch (type) {
        case undefined:
          if (!("errorType" in message)) wire.unknown?.("no type");
          return;
        case "session.created":
        case "session.updated":
          begin();
          return;
        case "error":
          // Without its set-up it would be another agent.
          if (!opened) throw new SessionError("vendor_failed", refusal(message));
          break;
        case "input_audio_buffer.speech_started":
          // Else the sound that it has generated is sent to its end; with nothing to cancel the vendor sends a harmless error.
          wire.send({ type: "response.cancel" });
          break;
        case "response.created":
          response = message.response?.id ?? "";
          making = true;
          break;
        case "response.output_audio_transcript.delta":
          if (listens && message.response_id === response) start();
          break;
        case "response.done":
          making = false;
          break;
        case "response.output_item.added":
          if (item?.type === "function_call") names.set(item.id, item.name);
          break;
        case "response.function_call_arguments.done":
          message.name ??= names.get(message.item_id);
          break;
      }
      openai.receive({ ...message, type });
    },
  };
};

const refusal = ({ error }: Message): string => `${error?.code}: ${error?.message}`.slice(0, 500);
