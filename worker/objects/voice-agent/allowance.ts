/** Messages that a client may send in one burst, and per second after it: ten times what a microphone needs. */
const BURST = 3_000;
const PER_SECOND = 500;
/** Refused messages after which the call ends. */
const PATIENCE = 20_000;

/** Bounds what a flooding client costs. */
export class Allowance {
  #left = BURST;
  #at = 0;
  #refused = 0;
  #told_at = 0;

  /**
   * @param now Unix milliseconds.
   * @returns `tell` once a second while the client is over its allowance, `drop` in between, `end` when it goes on.
   */
  take(now: number): "pass" | "tell" | "drop" | "end" {
    this.#left = Math.min(BURST, this.#left + (Math.max(0, now - this.#at) / 1_000) * PER_SECOND);
    this.#at = now;
    if (this.#left >= 1) {
      this.#left--;
      return "pass";
    }
    if (++this.#refused > PATIENCE) return "end";
    if (now - this.#told_at < 1_000) return "drop";
    this.#told_at = now;
    return "tell";
  }
}
