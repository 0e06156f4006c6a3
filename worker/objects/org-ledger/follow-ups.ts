import { BATCH, rest } from "./in-pieces.ts";
import type { FollowUp, FollowUpBatch } from "./rpc.ts";

const FIRST_BACKOFF = 1_000;
const LONGEST_BACKOFF = 300_000;
/** A run that died with its object is made up for this much later at the latest. Milliseconds. */
const AFTER_CRASH = 20_000;

interface FollowUpStore {
  /** What waits, the oldest first; `null` where there is nothing. */
  next(): FollowUpBatch | null;
  done(batch: FollowUpBatch): void;
}

/** Runs what follows an end, once D1 has it: batch by batch, in the way of no call. */
export class FollowUps {
  readonly #store: FollowUpStore;
  readonly #followUp: FollowUp;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #failures = 0;
  /** When it is to be tried, or tried again; unix milliseconds, `Infinity` while nothing waits. */
  due = Number.POSITIVE_INFINITY;

  constructor(store: FollowUpStore, followUp: FollowUp) {
    this.#store = store;
    this.#followUp = followUp;
  }

  /** Looks whether something waits. What waits is `due` a little later, for the case that nobody runs it before. */
  notice(now: number): void {
    if (this.due === Number.POSITIVE_INFINITY && this.#store.next() !== null) this.due = now + AFTER_CRASH;
  }

  /** Whether something waits and no pause after a failure holds it back. */
  ready(now: number): boolean {
    return Number.isFinite(this.due) && (this.#failures === 0 || this.due <= now);
  }

  /** Follows up all that waits now. One run at a time, and one that waits for it. @throws what the follow-up threw */
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
      for (let batch = this.#store.next(); batch; batch = this.#store.next()) {
        const began = Date.now();
        this.due = began + AFTER_CRASH;
        await this.#followUp(batch);
        this.#store.done(batch);
        if (batch.ended.length === BATCH) await rest(began);
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
