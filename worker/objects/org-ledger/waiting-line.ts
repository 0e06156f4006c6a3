import type { Place, Waiter } from "./rpc.ts";

/** A visitor who does not ask again for this long has left the line. Milliseconds. */
const STALE = 25_000;
/** Whose turn it is has this long to say yes. Milliseconds. */
const HOLD = 60_000;

interface Waiting {
  visitor: string | null;
  seen: number;
  ready_since: number | null;
}

/**
 * Visitors who wait for a voice line, in the order in which they came. Kept in memory only: those who wait ask every
 * few seconds, and after a restart they line up again. Pure; the clock is an argument.
 */
export class WaitingLine {
  readonly #waiting = new Map<string, Waiting>();

  /**
   * Lines up, or says that the visitor still waits.
   * @param free lines that nobody talks on
   * @returns `null` for one who has as many places as one visitor may have
   */
  ask(ticket: string, free: number, now: number, { visitor, places }: Waiter): Place | null {
    const known = this.#waiting.get(ticket);
    if (known) known.seen = now;
    this.#settle(free, now);
    // New, or one who let their turn pass and lines up again.
    if (!this.#waiting.has(ticket)) {
      if (places !== null && this.#placesOf(visitor) >= places) return null;
      this.#waiting.set(ticket, { visitor, seen: now, ready_since: null });
      this.#settle(free, now);
    }
    const place = [...this.#waiting.keys()].indexOf(ticket) + 1;
    const since = this.#waiting.get(ticket)?.ready_since ?? null;
    return {
      place,
      waiting: this.#waiting.size,
      ready: since !== null,
      held_until: since === null ? null : since + HOLD,
    };
  }

  #placesOf(visitor: string | null): number {
    let held = 0;
    for (const waiting of this.#waiting.values()) if (waiting.visitor === visitor) held += 1;
    return held;
  }

  leave(ticket: string): void {
    this.#waiting.delete(ticket);
  }

  /** Whether a line may be taken now: nobody overtakes those who wait. */
  admits(ticket: string | null, free: number, now: number): boolean {
    this.#settle(free, now);
    if (ticket !== null && this.#waiting.get(ticket)?.ready_since != null) return free > 0;
    return free > this.#waiting.size;
  }

  #settle(free: number, now: number): void {
    for (const [ticket, { seen, ready_since }] of this.#waiting)
      if (now - seen > STALE || (ready_since !== null && now - ready_since > HOLD)) this.#waiting.delete(ticket);
    let left = free;
    for (const waiting of this.#waiting.values()) {
      if (left <= 0) waiting.ready_since = null;
      else waiting.ready_since ??= now;
      left -= 1;
    }
  }
}
