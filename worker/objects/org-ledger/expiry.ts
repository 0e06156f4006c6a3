import { byDeadline, deadline, usedMs } from "./deadline.ts";
import { forgive, leftUntil, seenFor, silentUntil } from "./forgiveness.ts";
import type { Lease } from "./lease.ts";
import type { LeaseBook } from "./lease-book.ts";

/** Leases that one call ends at most: ten thousand that fall due at once must not hold up whoever asks next. */
const MOST_AT_ONCE = 250;

interface Overdue {
  lease: Lease;
  at: number;
}

const inOrder = (a: Overdue, b: Overdue): number => a.at - b.at || byDeadline(a.lease, b.lease);

/**
 * Ends what was due, in the order of `byDeadline`, at the moment it fell due: the outcome is the same however late the call comes. A
 * session whose reservation is used up takes more first, if there is credit, and waits its turn again among all that are due:
 * otherwise it would take credit that an earlier one has yet to free. One call deals with `most` at the most, the next ones with the rest.
 * @param session_id this one is ended too if it was due, whatever its turn: the call is about it
 */
export function sweep(
  book: LeaseBook,
  now: number,
  session_id: string | null = null,
  most: number = MOST_AT_ONCE,
): void {
  if (book.due > now) return;
  let next = Number.POSITIVE_INFINITY;
  const overdue: Overdue[] = [];
  for (const lease of book.live.values()) {
    const { at } = deadline(lease);
    if (at <= now) overdue.push({ lease, at });
    else next = Math.min(next, at);
  }
  overdue.sort(inOrder);
  for (let left = most; left > 0; left--) {
    const one = overdue.shift();
    if (!one) break;
    expire(book, one.lease, now);
    if (one.lease.ended_at !== null) continue;
    const { at } = deadline(one.lease);
    if (at > now) next = Math.min(next, at);
    else {
      overdue.push({ lease: one.lease, at });
      overdue.sort(inOrder);
    }
  }
  const lease = session_id === null ? undefined : book.live.get(session_id);
  while (lease && lease.ended_at === null && deadline(lease).at <= now) expire(book, lease, now);
  book.due = Math.min(overdue[0]?.at ?? Number.POSITIVE_INFINITY, next);
}

function expire(book: LeaseBook, lease: Lease, now: number): void {
  const { at, cause } = deadline(lease);
  const unheard = lease.connected_at === null && lease.last_sign_at === null;
  const seen = unheard ? seenFor(lease, at) : null;
  switch (cause) {
    case "never_connected":
      book.end(lease, at, "visitor_left", seen, now);
      break;
    case "left": {
      const { left_at = at } = lease;
      const { at: until, forgiven_ms } = leftUntil(lease, book.forgiven(lease, at), left_at, at);
      forgive(lease, forgiven_ms);
      book.end(lease, left_at, "visitor_left", usedMs(lease, until), now);
      break;
    }
    case "silence": {
      const last = lease.last_sign_at ?? lease.started_at;
      const { at: until, forgiven_ms } = silentUntil(lease, book.forgiven(lease, at), last, at);
      forgive(lease, forgiven_ms);
      book.end(lease, last, "visitor_left", usedMs(lease, until), now);
      break;
    }
    case "max_duration":
      book.end(lease, at, "max_duration", seen ?? usedMs(lease, at), now);
      break;
    case "credit":
      book.extend(lease, at);
      if (deadline(lease).at <= at) book.end(lease, at, "credit_exhausted", usedMs(lease, at), now);
  }
}
