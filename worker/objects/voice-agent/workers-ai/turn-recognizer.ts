import type { CallHost } from "../call-engine.ts";
import { msOf } from "../wire.ts";
import type { Words } from "../words.ts";
import type { Recognition } from "./recognition.ts";
import { SILENCE_MS, understand } from "./understand.ts";

/** A turn counts as not understood after this time, since the visitor waits for the answer. Milliseconds. */
export const TIME_LIMIT_MS = 8_000;
/**
 * All recognised audio may be longer than the call by this much at most: nobody speaks faster than time passes.
 * Milliseconds.
 */
export const AHEAD_MS = 10_000;
/** Turns that are recognised at the same time. */
export const MOST_AT_ONCE = 3;
/** After so many failures in a row the rest of the call is not recognised. */
export const MOST_FAILED = 2;

/** Recognises finished turns, each over its own connection, for calls that can do without. */
export class TurnRecognizer {
  readonly #recognition: Recognition;
  readonly #connect: () => Promise<WebSocket>;
  readonly #host: CallHost;
  readonly #began: number;
  readonly #over = new AbortController();
  #recognized_ms = 0;
  #running = 0;
  #failed = 0;

  /** @param now Unix milliseconds */
  constructor(recognition: Recognition, connect: () => Promise<WebSocket>, host: CallHost, now: number) {
    this.#recognition = recognition;
    this.#connect = connect;
    this.#host = host;
    this.#began = now;
  }

  /**
   * @param samples 24 kHz
   * @returns `null` if the call has used up its share or the recogniser fails
   */
  recognize(samples: Int16Array, now: number): Words | null {
    const recognized_ms = this.#recognized_ms + msOf(samples.length) + SILENCE_MS;
    if (recognized_ms > now - this.#began + AHEAD_MS) return null;
    if (this.#running >= MOST_AT_ONCE || this.#failed >= MOST_FAILED) return null;
    this.#recognized_ms = recognized_ms;
    const words: { text: string | null | undefined } = { text: undefined };
    void this.#try(samples).then((text) => {
      words.text = text;
      if (!this.#over.signal.aborted) this.#host.requestAdvance();
    });
    return words;
  }

  close(): void {
    this.#over.abort();
  }

  async #try(samples: Int16Array): Promise<string | null> {
    this.#running++;
    try {
      const text = await this.#understand(samples);
      this.#failed = 0;
      return text || null;
    } catch (error) {
      if (this.#over.signal.aborted) return null;
      this.#failed++;
      console.warn(JSON.stringify({ event: "turn_not_recognized", error: String(error).slice(0, 300) }));
      return null;
    } finally {
      this.#running--;
    }
  }

  async #understand(samples: Int16Array): Promise<string> {
    const { promise: ended, reject: end } = Promise.withResolvers<never>();
    const timer = setTimeout(() => end(new Error("no words in time")), TIME_LIMIT_MS);
    const leave = () => end(new Error("the call is over"));
    this.#over.signal.addEventListener("abort", leave);
    const connecting = this.#connect();
    try {
      const socket = await Promise.race([connecting, ended]);
      return await Promise.race([understand(socket, this.#recognition, samples), ended]);
    } finally {
      clearTimeout(timer);
      this.#over.signal.removeEventListener("abort", leave);
      // A connection that is made too late is closed, too.
      void connecting.then(close, () => {});
    }
  }
}

function close(socket: WebSocket): void {
  try {
    socket.close(1000);
  } catch {
    // It was closed already.
  }
}
