import type { SessionFault } from "../../errors.ts";
import type { CreateProtocol, Protocol, TransportOptions, Wire } from "../transport.ts";
import type { ServerMessage } from "./gemini-messages.ts";
import { reduce } from "./gemini-reduce.ts";
import { begin, type Effect, type Input, type State } from "./gemini-state.ts";

/** Google's Gemini Live, as a client: `reduce()` says what each message means, and this does it. */
class GeminiLive implements Protocol {
  readonly rates = { input: 16_000, output: 24_000 };
  readonly #wire: Wire;
  readonly #call: TransportOptions;
  #state: State;

  constructor(wire: Wire, call: TransportOptions) {
    this.#wire = wire;
    this.#call = call;
    this.#state = begin(call.setup?.model);
  }

  get leaving(): boolean {
    return this.#state.leaving;
  }

  address(): { url: string; protocols: string[] } {
    const token = encodeURIComponent(this.#call.token).replaceAll("%2F", "/");
    return { url: `${this.#call.url}?access_token=${token}`, protocols: [] };
  }

  open(): void {
    this.#wire.send({ setup: this.#call.setup ?? {} });
  }

  audio(data: string): object {
    return { realtimeInput: { audio: { data, mimeType: `audio/pcm;rate=${this.rates.input}` } } };
  }

  pause(): object {
    return { realtimeInput: { audioStreamEnd: true } };
  }

  greet(text: string): void {
    this.#dispatch(["greet", text]);
  }

  sendText(id: string, text: string): void {
    this.#dispatch(["text", id, text]);
  }

  sendNote(text: string, subject = text): void {
    this.#dispatch(["note", text, subject]);
  }

  answerTool(call_id: string, output: string): void {
    this.#dispatch(["tool_answer", call_id, output]);
  }

  interrupt(): void {
    this.#dispatch(["stop"]);
  }

  receive(message: Record<string, unknown>): void {
    this.#dispatch(["message", message as ServerMessage]);
  }

  fault(code: number, reason: string): SessionFault | undefined {
    // The token's own time, which is the longest that this agent talks.
    if (code === 1008 && /expire/i.test(reason)) this.#wire.expired();
    const said = code === 1007 || code === 1008 || code === 1011;
    return said ? { code: "vendor_failed", message: `The voice provider refused (${code}): ${reason}` } : undefined;
  }

  #dispatch(input: Input): void {
    const [state, effects] = reduce(this.#state, input, Date.now());
    this.#state = state;
    this.#perform(effects);
  }

  /** What fails, as sound that cannot be read does, keeps nothing after it from being done. @param unheard items cut so far */
  #perform([effect, ...rest]: Effect[], unheard: string[] = []): void {
    let cut = unheard;
    if (!effect) return;
    try {
      if (effect[0] === "silence") cut = this.#wire.flush().map(({ item }) => item);
      else if (effect[0] === "interrupted") {
        const ids = [...new Set([...cut, ...effect[1]])];
        if (ids.length) this.#wire.emit({ type: "interrupted", ids });
      } else {
        const [name, ...values] = effect;
        (this.#wire[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
      }
    } finally {
      this.#perform(rest, cut);
    }
  }
}

export const create: CreateProtocol = (wire, call) => new GeminiLive(wire, call);
