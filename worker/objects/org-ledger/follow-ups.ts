import { BATCH, rest } from "./in-pieces.ts";
import type { FollowUp, News } from "./rpc.ts";

const FIRST_BACKOFF = 1_000;
const LONGEST_BACKOFF = 300_000;
/** A run that died with its object is made up for this much later at the latest. Milliseconds. */
const AFTER_CRASH = 20_000;

interface Kept {
  /** What nobody was told of yet, `null` where there is nothing. */
  untold(): News | null;
  told(news: News): void;
}

/** Tells the rest of the service what has ended, once D1 has it: batch by batch, in the way of no call. */
export class FollowUps {
  readonly #kept: Kept;
  readonly #followUp: FollowUp;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #failures = 0;
  /** When it is to be tried, or tried again; unix milliseconds, `Infinity` while nothing waits. */
  due = Number.POSITIVE_INFINITY;

  constructor(kept: Kept, followUp: FollowUp) {
    this.#kept = kept;
    this.#followUp = followUp;
  }

  /** Looks whether something waits. What waits is `due` a little later, for the case that nobody runs it before. */
  notice(now: number): void {
    if (this.due === Number.POSITIVE_INFINITY && this.#kept.untold() !== null) this.due = now + AFTER_CRASH;
  }

  /** Whether something waits and no pause after a failure holds it back. */
  ready(now: number): boolean {
    return Number.isFinite(this.due) && (this.#failures === 0 || this.due <= now);
  }

  /** Tells all that waits now. One run at a time, and one that waits for it. @throws what the follow-up threw */
  run(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = null;
        return this.#all();
      });
    this.#running = this.#next;
    return this.#running;
  }

  async #all(): Promise<void> {
    try {
      for (let news = this.#kept.untold(); news; news = this.#kept.untold()) {
        const began = Date.now();
        this.due = began + AFTER_CRASH;
        await this.#followUp(news);
        this.#kept.told(news);
        if (news.ended.length === BATCH) await rest(began);
      }
      this.#failures = 0;
      this.due = Number.POSITIVE_INFINITY;
    } catch (error) {
      this.due = Date.now() + Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** this.#failures);
      this.#failures += 1;
      throw error;
    }
  }
}
