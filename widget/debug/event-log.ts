const EVENTS = ["ready", "open", "close", "start", "status", "session", "message", "tool", "error", "end"];

/** How long the visitor waited. Times in milliseconds. */
export class Latency {
  #startedAt: number | null = null;
  #askedAt: number | null = null;
  /** From the start to the connection. */
  connected: number | null = null;
  /** From the end of a visitor's turn to the first sound of the answer, newest last. */
  readonly answers: number[] = [];

  /** The note for an event, if there is one. */
  hear(type: string, status: string | undefined, now: number): string | null {
    if (type === "start") this.#startedAt = now;
    if (type !== "status") return null;
    if (status === "thinking") this.#askedAt = now;
    if (status === "ended" || status === "error") this.#startedAt = this.#askedAt = null;
    if (this.#startedAt !== null && (status === "listening" || status === "thinking")) {
      const took = now - this.#startedAt;
      this.#startedAt = null;
      this.connected = took;
      return `connected ${Math.round(took)} ms after the start`;
    }
    if (this.#askedAt !== null && status === "speaking") {
      const took = now - this.#askedAt;
      this.#askedAt = null;
      this.answers.push(took);
      return `answered ${Math.round(took)} ms after its turn began`;
    }
    return null;
  }
}

/**
 * Writes every event of the widget to the console, with how long the visitor waited, and calls `log` with the same text.
 * Returns the function that ends it.
 */
export function logEvents(host: EventTarget, latency: Latency, log: (line: string) => void): () => void {
  const abort = new AbortController();
  for (const type of EVENTS) {
    const hear = (event: Event) => {
      const { detail } = event as CustomEvent<{ status?: string; final?: boolean } | null>;
      // Each change of a growing message would bury everything else.
      if (detail?.final === false) return;
      console.debug(`[voice-widget] ${type}`, detail ?? "");
      log(`${type} ${detail ? JSON.stringify(detail).slice(0, 300) : ""}`);
      const took = latency.hear(type, detail?.status, performance.now());
      if (!took) return;
      console.debug(`[voice-widget] ${took}`);
      log(took);
    };
    host.addEventListener(`voice-widget:${type}`, hear, { signal: abort.signal });
  }
  return () => abort.abort();
}
