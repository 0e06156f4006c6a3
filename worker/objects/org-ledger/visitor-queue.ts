import { QUEUE_HOLD_MS } from "../../../shared/limits.ts";
import type { QueuePosition, QueueRequest } from "./rpc.ts";

/** A visitor who does not ask again for this long has left the queue. Milliseconds. */
const STALE = 25_000;

interface QueuedVisitor {
  visitor: string | null;
  seen: number;
  ready_since: number | null;
  /** The visitor asked for a second minute of this turn. */
  extended: boolean;
}

/** Until when the line is held for a visitor, unix milliseconds; `null` where none is. */
const heldUntil = ({ ready_since, extended }: QueuedVisitor) =>
  ready_since === null ? null : ready_since + QUEUE_HOLD_MS * (extended ? 2 : 1);

/**
 * The queue for a voice line: visitors in the order in which they came. In memory only: those who wait ask every few
 * seconds, and after a restart they join it again. Pure; the clock is an argument.
 */
export class VisitorQueue {
  readonly #queued = new Map<string, QueuedVisitor>();

  /**
   * Joins the queue, or says that the visitor still waits.
   * @param free lines that nobody talks on
   * @param request `extend` of one whose turn it is not, or no longer, changes nothing
   * @returns `null` for one who has as many places as one visitor may have
   */
  ask(ticket: string, free: number, now: number, { visitor, places, extend }: QueueRequest): QueuePosition | null {
    const place = this.#queued.get(ticket);
    if (place) place.seen = now;
    this.#settle(free, now);
    // New, or one who let their turn pass and joins again.
    if (!this.#queued.has(ticket)) {
      if (places !== null && this.#placesOf(visitor) >= places) return null;
      this.#queued.set(ticket, { visitor, seen: now, ready_since: null, extended: false });
      this.#settle(free, now);
    }
    if (extend && place?.ready_since != null) place.extended = true;
    const queued = this.#queued.get(ticket);
    const held_until = queued ? heldUntil(queued) : null;
    return {
      place: [...this.#queued.keys()].indexOf(ticket) + 1,
      waiting: this.#queued.size,
      ready: held_until !== null,
      held_until,
      can_extend: held_until !== null && !queued?.extended,
    };
  }

  #placesOf(visitor: string | null): number {
    let count = 0;
    for (const queued of this.#queued.values()) if (queued.visitor === visitor) count += 1;
    return count;
  }

  leave(ticket: string): void {
    this.#queued.delete(ticket);
  }

  /** Whether a line may be taken now: nobody overtakes those who wait. */
  admits(ticket: string | null, free: number, now: number): boolean {
    this.#settle(free, now);
    if (ticket !== null && this.#queued.get(ticket)?.ready_since != null) return free > 0;
    return free > this.#queued.size;
  }

  #settle(free: number, now: number): void {
    for (const [ticket, queued] of this.#queued)
      if (now - queued.seen > STALE || now > (heldUntil(queued) ?? now)) this.#queued.delete(ticket);
    let left = free;
    for (const queued of this.#queued.values()) {
      if (left > 0) queued.ready_since ??= now;
      else [queued.ready_since, queued.extended] = [null, false];
      left -= 1;
    }
  }
}
