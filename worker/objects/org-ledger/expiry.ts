import { byDeadline, deadline, runsFrom } from "./deadline.ts";
import type { LeaseBook } from "./lease-book.ts";
import { cost } from "./pricing.ts";
import type { Lease } from "./rpc.ts";
import { forgive, silentUntil } from "./trust.ts";

/**
 * Ends whatever was due, in the order of `byDeadline`, at the moment it fell due: the same however late the call
 * comes. A session whose reservation is used up first takes more of what is available, and waits its turn again.
 */
export function sweep(book: LeaseBook, now: number): void {
  if (book.due > now) return;
  const overdue = [...book.live.values()].filter((lease) => deadline(lease).at <= now).sort(byDeadline);
  for (let lease = overdue.shift(); lease; lease = overdue.shift()) {
    expire(book, lease, now);
    if (lease.ended_at === null && deadline(lease).at <= now) {
      overdue.push(lease);
      overdue.sort(byDeadline);
    }
  }
  book.due = Math.min(Number.POSITIVE_INFINITY, ...[...book.live.values()].map((lease) => deadline(lease).at));
}

function expire(book: LeaseBook, lease: Lease, now: number): void {
  const { at, cause } = deadline(lease);
  const used = (until: number) => cost(lease.rate, until - runsFrom(lease));
  switch (cause) {
    case "never_connected":
      book.end(lease, at, "visitor_left", lease.reserved, now);
      break;
    case "silence": {
      const last = lease.last_sign_at ?? lease.started_at;
      const { at: until, forgiven_ms } = silentUntil(lease, book.belief(lease, at), last, at);
      forgive(lease, forgiven_ms);
      book.end(lease, last, "visitor_left", used(until), now);
      break;
    }
    case "max_duration":
      book.end(lease, at, "max_duration", used(at), now);
      break;
    case "credit":
      book.extend(lease, at);
      if (deadline(lease).at <= at) book.end(lease, at, "credit_exhausted", used(at), now);
  }
}
