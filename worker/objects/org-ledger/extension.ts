import { MAX_EXTENSION_SECONDS, RESERVE_SECONDS } from "../../../shared/limits.ts";
import type { Lease, SessionScope } from "./lease.ts";
import type { LeaseBook } from "./lease-book.ts";
import type { ExtensionResult } from "./rpc.ts";

/**
 * Makes a session longer than its longest duration, once, for a visitor who asks for it. Credit and caps must have room for
 * all of it, so that nobody is promised minutes that end early. The same question again gives the first answer.
 * @param ask only says by how much
 */
export function extendLimit(
  book: LeaseBook,
  session_id: string,
  scope: SessionScope,
  ask: boolean,
  now: number,
): ExtensionResult {
  const lease = book.findInScope(session_id, scope);
  if (!lease) return { ok: false, error: "session_not_found" };
  if (lease.ended_at !== null) return { ok: false, error: "session_ended", end_reason: lease.end_reason };
  const done = (seconds: number): ExtensionResult => ({
    ok: true,
    seconds,
    state: lease.state,
    remaining_seconds: book.remaining(lease, now),
  });
  if (lease.extended_seconds) return done(ask ? 0 : lease.extended_seconds);
  const seconds = Math.min(lease.max_duration_seconds, MAX_EXTENSION_SECONDS);
  const error = obstacle(book, lease, seconds, now);
  if (ask) return done(error === null ? seconds : 0);
  if (error !== null) return { ok: false, error };
  lease.extended_seconds = seconds;
  lease.max_duration_seconds += seconds;
  book.markChanged(lease);
  book.extend(lease, now, RESERVE_SECONDS + seconds);
  book.updateDue(lease);
  return done(seconds);
}

function obstacle(book: LeaseBook, lease: Lease, seconds: number, now: number) {
  const running = lease.connected_at !== null && lease.with_person_since === undefined;
  if (!running || lease.extendable === false) return "not_extendable";
  return book.lacks(lease, lease.max_duration_seconds + seconds, now);
}
