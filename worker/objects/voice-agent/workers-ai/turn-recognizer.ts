import type { CallHost } from "../call-engine.ts";
import { msOf } from "../wire.ts";
import type { Words } from "../words.ts";
import type { Recognition } from "./recognition.ts";
import { SILENCE_MS, understand } from "./understand.ts";

/** Milliseconds after which a turn counts as not understood: somebody waits for the answer. */
export const TIME_LIMIT_MS = 8_000;
/** How much longer than the call has lasted all that is recognised of it may be: nobody speaks faster than time goes. */
export const AHEAD_MS = 10_000;
/** Turns that are recognised at the same time. */
export const MOST_AT_ONCE = 3;
/** So many failures in a row, and the rest of the call goes without. */
export const MOST_FAILED = 2;

/** Recognises turns that are over, each over a connection of its own, for calls that go on without it too. */
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
   * @returns `null` where the call has had its share, or nobody answers
   */
  recognize(samples: Int16Array, now: number): Words | null {
    const recognized_ms = this.#recognized_ms + msOf(samples.length) + SILENCE_MS;
    if (recognized_ms > now - this.#began + AHEAD_MS) return null;
    if (this.#running >= MOST_AT_ONCE || this.#failed >= MOST_FAILED) return null;
    this.#recognized_ms = recognized_ms;
    const words: { text: string | null | undefined } = { text: undefined };
    void this.#try(samples).then((text) => {
      words.text = text;
      if (!this.#over.signal.aborted) this.#host.wake();
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
      // One that comes too late is closed, too.
      void connecting.then(close, () => {});
    }
  }
}

function close(socket: WebSocket): void {
  try {
    socket.close(1000);
  } catch {
    // It was gone already.
  }
}
