import { SessionError } from "../../errors.ts";
import type { CreateProtocol, Protocol, TransportOptions, Wire } from "../transport.ts";
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
class InworldRealtime implements Protocol {
  readonly gathers = true;
  readonly #wire: Wire;
  readonly #options: TransportOptions;
  readonly #openai: Protocol;
  #opened = false;
  /** Tool calls by item: only the first event of a call has its name. */
  #names = new Map<unknown, unknown>();
  /** The newest answer, and whether it is still being generated. */
  #response = "";
  #making = false;
  /** The answer that is heard or will be; whether it was heard; and for how many checks it was not. */
  #sounding: string | null = null;
  #heard = false;
  #quiet = 0;
  /** Whether the sound is being measured. */
  #listens = false;

  constructor(wire: Wire, options: TransportOptions) {
    this.#wire = wire;
    this.#options = options;
    const own: Partial<Wire> = {
      send: (message) => this.#send(message as Message),
      opened: () => {},
      hush: (silent) => {
        if (silent) this.#sounding = null;
        wire.hush?.(silent);
      },
    };
    this.#openai = openaiRealtime({ ...wire, ...own }, { ...options, text_only: false });
  }

  get rates(): Protocol["rates"] {
    return this.#openai.rates;
  }

  address(): { url: string; protocols: string[] } {
    return { url: this.#options.url, protocols: [] };
  }

  /** The agent was set up with the call. A vendor that does not confirm that listens all the same. */
  open(): void {
    setTimeout(() => this.#begin(), CONFIRM_MS);
  }

  audio(pcm: string): object {
    return this.#openai.audio(pcm);
  }

  greet(text: string): void {
    this.#openai.greet(text);
  }

  sendText(id: string, text: string): void {
    this.#openai.sendText(id, text);
  }

  sendNote(text: string): void {
    this.#openai.sendNote(text);
  }

  answerTool(call_id: string, output: string): void {
    this.#openai.answerTool(call_id, output);
  }

  interrupt(): void {
    this.#openai.interrupt();
  }

  sounds(audible: boolean): void {
    this.#listens = true;
    if (audible) {
      this.#start();
      this.#heard = true;
      return;
    }
    this.#quiet++;
    if (this.#sounding === null || !(this.#heard || (!this.#making && this.#quiet > LAG))) return;
    this.#openai.receive({ type: "output_audio_buffer.stopped", response_id: this.#sounding });
    this.#sounding = null;
  }

  receive(message: Message): void {
    const type = message.type?.replace(/^response\.(audio|text)/, "response.output_$1");
    const item = message.item as Message | undefined;
    switch (type) {
      case undefined:
        if (!("errorType" in message)) this.#wire.unknown?.("no type");
        return;
      case "session.created":
      case "session.updated":
        this.#begin();
        return;
      case "error":
        // Without its set-up it would be another agent.
        if (!this.#opened) throw new SessionError("vendor_failed", refusal(message));
        break;
      case "input_audio_buffer.speech_started":
        // Else the sound that it has generated is sent to its end; with nothing to cancel the vendor sends a harmless error.
        this.#wire.send({ type: "response.cancel" });
        break;
      case "response.created":
        this.#response = message.response?.id ?? "";
        this.#making = true;
        break;
      case "response.output_audio_transcript.delta":
        if (this.#listens && message.response_id === this.#response) this.#start();
        break;
      case "response.done":
        this.#making = false;
        break;
      case "response.output_item.added":
        if (item?.type === "function_call") this.#names.set(item.id, item.name);
        break;
      case "response.function_call_arguments.done":
        message.name ??= this.#names.get(message.item_id);
        break;
    }
    this.#openai.receive({ ...message, type });
  }

  #begin(): void {
    if (!this.#opened) this.#wire.opened();
    this.#opened = true;
  }

  #start(): void {
    if (this.#sounding === this.#response) return;
    this.#sounding = this.#response;
    this.#heard = false;
    this.#quiet = 0;
    this.#openai.receive({ type: "output_audio_buffer.started", response_id: this.#response });
  }

  #send(message: Message): void {
    if (message.type === "output_audio_buffer.clear") {
      // Inworld has no such event: cancelling, also after the last word was generated, is the only way.
      if (!this.#making) this.#wire.send({ type: "response.cancel" });
      return;
    }
    const instructions = message.response?.instructions;
    if (instructions) {
      const content = [{ type: "input_text", text: instructions }];
      this.#wire.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
      this.#wire.send({ ...message, response: undefined });
      return;
    }
    this.#wire.send(message);
  }
}

const refusal = ({ error }: Message): string => `${error?.code}: ${error?.message}`.slice(0, 500);

export const create: CreateProtocol = (wire, options) => new InworldRealtime(wire, options);
