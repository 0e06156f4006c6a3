import { ulawOfPcm } from "../../audio/ulaw.ts";
import type { SessionFault } from "../../errors.ts";
import type { CreateProtocol, Protocol, TransportOptions, Wire } from "../transport.ts";
import { notesOf, variablesOf } from "./elevenlabs-context.ts";
import { faultOfClose } from "./elevenlabs-faults.ts";
import type { ServerMessage } from "./elevenlabs-messages.ts";
import { reduce } from "./elevenlabs-reduce.ts";
import { begin, type Effect, type Input, type State } from "./elevenlabs-state.ts";

/** Least time between two `user_activity` messages, milliseconds. */
const TYPING_MS = 1_000;

/**
 * ElevenLabs Agents over a signed URL, as a client. Turns, interruptions and the greeting are the vendor's own: `reduce()`
 * says what each message means, and this does it.
 */
class ElevenLabsConvai implements Protocol {
  readonly #wire: Wire;
  readonly #options: TransportOptions;
  #state: State;
  #silencing = false;
  #typingAt = 0;

  constructor(wire: Wire, options: TransportOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#state = begin(notesOf(options), options.history !== undefined);
  }

  get rates(): Protocol["rates"] {
    const { input, output } = this.#state;
    return { input: input.rate, output: output?.rate ?? 16_000 };
  }

  address(): { url: string; protocols: string[] } {
    return { url: this.#options.url, protocols: ["convai"] };
  }

  /** Sends only what is needed: an override that the agent does not allow ends the call, and so do empty values. */
  open(): void {
    const { context = {}, initial_message } = this.#options;
    const variables = variablesOf(context);
    this.#wire.send({
      type: "conversation_initiation_client_data",
      ...(initial_message && { conversation_config_override: { agent: { first_message: initial_message } } }),
      ...(Object.keys(variables).length && { dynamic_variables: variables }),
    });
  }

  audio(pcm: string): object {
    return { user_audio_chunk: this.#state.input.ulaw ? ulawOfPcm(pcm) : pcm };
  }

  /** The agent greets by itself. */
  greet(): void {}

  sendText(_id: string, text: string): void {
    this.#silence(["text", text]);
  }

  sendNote(text: string, subject?: string): void {
    this.#wire.send({ type: "contextual_update", text, ...(subject && { context_id: subject.slice(0, 64) }) });
  }

  answerTool(call_id: string, result: string, failed = false): void {
    this.#dispatch(["tool_answer", call_id, result, failed]);
  }

  interrupt(): void {
    this.#silence(["stop"]);
  }

  typing(): void {
    if (Date.now() - this.#typingAt < TYPING_MS) return;
    this.#typingAt = Date.now();
    this.#wire.send({ type: "user_activity" });
  }

  rate(rating: number): void {
    const event_id = this.#state.answers[0]?.event ?? null;
    const score = rating > 3 ? "like" : rating < 3 ? "dislike" : null;
    if (event_id !== null) this.#wire.send({ type: "feedback", event_id, score });
  }

  onPlaybackEnd(): void {
    // The end that silencing brings is no end that was heard.
    if (!this.#silencing) this.#dispatch(["heard"]);
  }

  fault(code: number, reason: string): SessionFault | undefined {
    return faultOfClose({ code, reason, error: this.#state.error, begun: this.#state.listens });
  }

  receive(message: Record<string, unknown>): void {
    const input: Input = ["message", message as unknown as ServerMessage];
    if (message.type === "interruption") this.#silence(input);
    else this.#dispatch(input);
  }

  #silence(input: Input): void {
    this.#silencing = true;
    const unheard = this.#wire.flush().length > 0;
    this.#silencing = false;
    this.#dispatch(input, unheard);
  }

  #dispatch(input: Input, unheard = false): void {
    const moment = { now: Date.now(), audible: Boolean(this.#options.device), unheard };
    const [state, effects] = reduce(this.#state, input, moment);
    this.#state = state;
    this.#perform(effects);
  }

  /** What fails, as sound that cannot be read does, keeps nothing after it from being done. */
  #perform([effect, ...rest]: Effect[]): void {
    if (!effect) return;
    try {
      if (effect[0] === "over") this.#wire.expired();
      else if (effect[0] === "later") {
        const [, milliseconds, input] = effect;
        setTimeout(() => this.#dispatch(input), milliseconds);
      } else {
        const [name, ...values] = effect;
        (this.#wire[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
      }
    } finally {
      this.#perform(rest);
    }
  }
}

export const create: CreateProtocol = (wire, options) => new ElevenLabsConvai(wire, options);
