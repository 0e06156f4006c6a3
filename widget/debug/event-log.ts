const EVENTS = ["ready", "open", "close", "start", "status", "session", "message", "tool", "error", "end"];

/** What took how long, as the visitor feels it. Times in milliseconds. */
export class Latency {
  #startedAt: number | null = null;
  #askedAt: number | null = null;

  /** What to say of an event, if anything. */
  hear(type: string, status: string | undefined, now: number): string | null {
    if (type === "start") this.#startedAt = now;
    if (type !== "status") return null;
    if (status === "thinking") this.#askedAt = now;
    if (status === "ended" || status === "error") this.#startedAt = this.#askedAt = null;
    if (this.#startedAt !== null && (status === "listening" || status === "thinking")) {
      const took = now - this.#startedAt;
      this.#startedAt = null;
      return `connected ${Math.round(took)} ms after the start`;
    }
    if (this.#askedAt !== null && status === "speaking") {
      const took = now - this.#askedAt;
      this.#askedAt = null;
      return `answered ${Math.round(took)} ms after its turn began`;
    }
    return null;
  }
}

/** Writes every event of the widget into the console, with how long things took. */
export function logEvents(host: EventTarget): void {
  const latency = new Latency();
  for (const type of EVENTS) {
    host.addEventListener(`voice-widget:${type}`, (event) => {
      const { detail } = event as CustomEvent<{ status?: string; final?: boolean } | null>;
      // A message that grows would bury everything else.
      if (detail?.final === false) return;
      console.debug(`[voice-widget] ${type}`, detail ?? "");
      const took = latency.hear(type, detail?.status, performance.now());
      if (took) console.debug(`[voice-widget] ${took}`);
    });
  }
}
