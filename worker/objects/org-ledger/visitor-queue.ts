import { QUEUE_HOLD_MS } from "../../../shared/limits.ts";
import type { QueuePosition, QueueRequest } from "./rpc.ts";

/**
 * A visitor who does not ask again for this long has left the queue: one whose page is in sight, and one whose page is not,
 * where browsers may run timers once a minute (docs/decisions/0065). Milliseconds.
 */
const STALE = 25_000;
const STALE_HIDDEN = 75_000;

interface QueuedVisitor {
  visitor: string | null;
  seen: number;
  hidden: boolean;
  ready: boolean;
  /** When the visitor was told that it is their turn. */
  ready_since: number | null;
  /** The visitor asked for a second minute of this turn. */
  extended: boolean;
}

/** Until when the line is held for a visitor, unix milliseconds; `null` where none is. */
const heldUntil = ({ ready_since, extended }: QueuedVisitor) =>
  ready_since === null ? null : ready_since + QUEUE_HOLD_MS * (extended ? 2 : 1);

const isStale = ({ seen, hidden }: QueuedVisitor, now: number) => now - seen > (hidden ? STALE_HIDDEN : STALE);

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
  ask(ticket: string, free: number, now: number, request: QueueRequest): QueuePosition | null {
    const { visitor, places, extend } = request;
    const place = this.#queued.get(ticket);
    const hidden = request.hidden === true;
    if (place) Object.assign(place, { seen: now, hidden });
    this.#settle(free, now);
    // New, or one who let their turn pass and joins again.
    if (!this.#queued.has(ticket)) {
      if (places !== null && this.#placesOf(visitor) >= places) return null;
      this.#queued.set(ticket, { visitor, seen: now, hidden, ready: false, ready_since: null, extended: false });
      this.#settle(free, now);
    }
    if (extend && place?.ready_since != null) place.extended = true;
    const queued = this.#queued.get(ticket);
    if (queued?.ready) queued.ready_since ??= now;
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
    if (ticket !== null && this.#queued.get(ticket)?.ready) return free > 0;
    return free > this.#queued.size;
  }

  #settle(free: number, now: number): void {
    for (const [ticket, queued] of this.#queued)
      if (isStale(queued, now) || now > (heldUntil(queued) ?? now)) this.#queued.delete(ticket);
    let left = free;
    for (const queued of this.#queued.values()) {
      queued.ready = left > 0;
      if (!queued.ready) [queued.ready_since, queued.extended] = [null, false];
      left -= 1;
    }
  }
}
