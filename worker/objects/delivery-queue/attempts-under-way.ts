import type { Due } from "./table.ts";

/** Deliveries that are being sent right now. */
export class AttemptsUnderWay {
  readonly #all = new Map<number, { session_id: string | null; work: Promise<void> }>();
  /** Deliveries that were sent again while an attempt was under way: that attempt's result does not end them. */
  readonly #replayed = new Set<number>();
  #wake: (() => void) | null = null;

  get count(): number {
    return this.#all.size;
  }

  has(seq: number): boolean {
    return this.#all.has(seq);
  }

  /** Not while another of its session is under way, which may have been erased meanwhile. */
  mayStart({ seq, session_id }: Due): boolean {
    if (this.#all.has(seq)) return false;
    return session_id === null || ![...this.#all.values()].some((other) => other.session_id === session_id);
  }

  start({ seq, session_id }: Due, attempt: Promise<void>): Promise<void> {
    const work = attempt.finally(() => {
      this.#all.delete(seq);
      this.#replayed.delete(seq);
    });
    this.#all.set(seq, { session_id, work });
    return work;
  }

  replay(seq: number): void {
    if (this.#all.has(seq)) this.#replayed.add(seq);
  }

  /** Whether it was sent again meanwhile; the next attempt counts. */
  takeReplayed(seq: number): boolean {
    return this.#replayed.delete(seq);
  }

  /** Resolves when one of them has ended, or there is more to send. */
  async next(): Promise<void> {
    const woken = new Promise<void>((done) => {
      this.#wake = done;
    });
    await Promise.race([...[...this.#all.values()].map(({ work }) => work), woken]);
  }

  /** There is more to send. */
  wake(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
