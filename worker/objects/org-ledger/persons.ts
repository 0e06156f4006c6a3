import { MAX_WHISPERS } from "../../../shared/limits.ts";
import type { Handler } from "../../../shared/person.ts";
import { usedMs } from "./deadline.ts";
import type { Lease } from "./lease.ts";
import type { LeaseBook } from "./lease-book.ts";
import { cost } from "./pricing.ts";
import type { HandOverResult, WhisperResult } from "./rpc.ts";

/**
 * Who talks with the visitor. With a person the session is free: its line goes back, its time stands still, and what it has
 * set aside is what it has used. The agent that gets it back needs a line again, which its page asks for with a reconnect.
 */
export function handOver(book: LeaseBook, session_id: string, to: Handler, now: number): HandOverResult {
  const lease = book.lease(session_id);
  if (!lease) return { ok: false, error: "session_not_found" };
  if (lease.ended_at !== null) return { ok: false, error: "session_ended" };
  const from = lease.handled_by ?? "agent";
  if (from === to) return { ok: true, lease };
  lease.handled_by = to;
  if (to === "person") part(book, lease, now);
  else if (from === "person") giveBack(book, lease, now);
  book.markRevised(lease);
  return { ok: true, lease };
}

function part(book: LeaseBook, lease: Lease, now: number): void {
  lease.with_person_since = now;
  lease.left_at = undefined;
  book.settle(lease, cost(lease.rate, usedMs(lease, now)));
  if (lease.parted !== true) {
    book.freeLine(lease);
    lease.parted = true;
    book.hangUp(lease);
  }
  book.updateDue(lease);
}

function giveBack(book: LeaseBook, lease: Lease, now: number): void {
  lease.person_ms = (lease.person_ms ?? 0) + now - (lease.with_person_since ?? now);
  lease.with_person_since = undefined;
  lease.last_sign_at = now;
  book.extend(lease, now);
  book.updateDue(lease);
}

/** A message for the agent, which goes with the answer to the page's next report. */
export function whisper(book: LeaseBook, session_id: string, text: string): WhisperResult {
  const lease = book.live.get(session_id);
  if (!lease) return "over";
  const { whispers = [] } = lease;
  if (whispers.length >= MAX_WHISPERS) return "full";
  lease.whispers = [...whispers, text];
  book.markChanged(lease);
  return "waiting";
}

/** Takes what waits for the agent. */
export function takeWhispers(book: LeaseBook, lease: Lease): string[] {
  const { whispers = [] } = lease;
  // While a person is there, no agent hears them.
  if (whispers.length === 0 || lease.handled_by === "person") return [];
  lease.whispers = undefined;
  book.markChanged(lease);
  return whispers;
}
