import { Stock } from "./stock.ts";

/** Messages that a client may send in one burst, and per second after it: ten times what a conversation needs. */
const MESSAGES = { burst: 3_000, per_second: 500 };
/** Characters of messages in both directions: unread messages wait in memory. */
const CHARACTERS = { burst: 32 * 1024 * 1024, per_second: 2 * 1024 * 1024 };
/** The call ends after so many refused messages. */
const PATIENCE = 20_000;

/** Limits the cost of a flooding client. */
export class Allowance {
  readonly #messages = new Stock(MESSAGES);
  readonly #characters = new Stock(CHARACTERS);
  #refused = 0;
  #told_at = 0;

  /**
   * @param now Unix milliseconds.
   * @param characters Of the client's message.
   * @returns `warn` once a second while the client is over its allowance, `drop` in between, `end` when it goes on.
   */
  take(now: number, characters = 0): "pass" | "warn" | "drop" | "end" {
    if (this.#characters.has(characters, now) && this.#messages.take(1, now)) {
      this.#characters.spend(characters);
      return "pass";
    }
    if (++this.#refused > PATIENCE) return "end";
    if (now - this.#told_at < 1_000) return "drop";
    this.#told_at = now;
    return "warn";
  }

  /** Characters that were sent to the client: they count, since it asked for them. */
  spend(characters: number): void {
    this.#characters.spend(characters);
  }
}
