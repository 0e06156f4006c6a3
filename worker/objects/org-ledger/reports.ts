import {
  CONTINUE_SECONDS,
  LATE_EVENT_SECONDS,
  MAX_EARLY_RECONNECTS,
  MAX_LATE_REQUESTS,
  MAX_RECONNECTS,
} from "../../../shared/limits.ts";
import { usedMs } from "./deadline.ts";
import { connectedFrom, forgive, freeFailure } from "./forgiveness.ts";
import { hasRoom } from "./kept-texts.ts";
import type { LeaseBook } from "./lease-book.ts";
import { takeWhispers } from "./persons.ts";
import { cost } from "./pricing.ts";
import type { Lease, ReconnectResult, ReportResult, SessionScope, SessionSignals } from "./rpc.ts";

/** Minimum time charged when the page reports the end. Milliseconds. */
const LEAST_MS = 1_000;

/** What a page tells of its session, and what becomes of the session by it. */
export function report(
  book: LeaseBook,
  session_id: string,
  scope: SessionScope,
  signals: SessionSignals,
  now: number,
): ReportResult {
  const lease = book.findInScope(session_id, scope);
  if (!lease) return { ok: false, error: "session_not_found" };
  const full = refusal(book, lease, signals, now);
  if (lease.ended_at !== null) {
    const late = signals.late_allowed && now - lease.ended_at <= LATE_EVENT_SECONDS * 1000;
    if (!late || (lease.late_requests ?? 0) >= MAX_LATE_REQUESTS)
      return { ok: false, error: "session_ended", end_reason: lease.end_reason };
    lease.late_requests = (lease.late_requests ?? 0) + 1;
    book.markChanged(lease);
    return full ?? reported(book, lease, signals, now, true);
  }
  if (full && !signals.only_end) return full;

  lease.last_sign_at = now;
  book.markChanged(lease);
  // What our own side knows of the call, no page can change.
  if (signals.call_id !== null && !lease.places_call && lease.seen_at === undefined)
    book.attach(session_id, { call_id: signals.call_id });
  const used = usedMs(lease, now);
  if (signals.connected && lease.connected_at === null) connected(book, lease, signals, now);
  if (signals.failed) fail(book, lease, signals, now);
  // Where `connected` comes only with the end, the connection may have stood since the start: all that time is charged.
  else if (signals.ended) book.end(lease, now, signals.ended, cost(lease.rate, Math.max(LEAST_MS, used)), now);
  else {
    lease.contradicted = lease.contradicted || signals.contradicts;
    book.extend(lease, now);
    book.updateDue(lease);
  }
  return reported(book, lease, signals, now, full === null);
}

/** Why the batch is not kept. */
function refusal(book: LeaseBook, lease: Lease, signals: SessionSignals, now: number) {
  if (!hasRoom(lease, signals)) return { ok: false, error: "session_full" } as const;
  return book.hourHasRoom(lease, signals.bytes, now) ? null : ({ ok: false, error: "hour_full" } as const);
}

function connected(book: LeaseBook, lease: Lease, signals: SessionSignals, now: number): void {
  const over = signals.failed || signals.ended !== null;
  const handed = lease.person_ms !== undefined || lease.with_person_since !== undefined;
  const { at, forgiven_ms } = handed
    ? // Only the start is certain to have come before the person.
      { at: lease.started_at, forgiven_ms: 0 }
    : over
      ? { at: now, forgiven_ms: 0 }
      : connectedFrom(lease, book.forgiven(lease, now), now);
  lease.connected_at = at;
  forgive(lease, forgiven_ms);
  lease.state = "active";
  book.markRevised(lease);
}

/** Free where it can be believed, else charged from the start. */
function fail(book: LeaseBook, lease: Lease, signals: SessionSignals, now: number): void {
  const forgiven_ms = freeFailure(lease, signals, book.forgiven(lease, now), now);
  if (forgiven_ms !== null) {
    lease.free_failure = true;
    forgive(lease, forgiven_ms);
  }
  const elapsed = Math.max(LEAST_MS, usedMs(lease, now) + (lease.connected_at ?? lease.started_at) - lease.started_at);
  book.end(lease, now, "failed", forgiven_ms === null ? cost(lease.rate, elapsed) : 0, now);
}

function reported(book: LeaseBook, lease: Lease, signals: SessionSignals, now: number, keep: boolean): ReportResult {
  if (keep && signals.events > 0) {
    lease.kept_events = (lease.kept_events ?? 0) + signals.events;
    lease.kept_bytes = (lease.kept_bytes ?? 0) + signals.bytes;
    if (signals.contacts > 0) lease.kept_contacts = (lease.kept_contacts ?? 0) + signals.contacts;
    book.kept.add(lease, signals.bytes, now);
  }
  return {
    ok: true,
    state: lease.state,
    remaining_seconds: book.remaining(lease, now),
    end_reason: lease.end_reason,
    at: now,
    keep,
    handled_by: lease.handled_by ?? "agent",
    whispers: takeWhispers(book, lease),
  };
}

/** @param lineIsFree of the organization, for a session that a person gave back */
export function reconnect(
  book: LeaseBook,
  session_id: string,
  scope: SessionScope,
  lineIsFree: () => boolean,
  now: number,
): ReconnectResult {
  const lease = book.findInScope(session_id, scope);
  if (!lease) return { ok: false, error: "session_not_found" };
  const { ended_at, end_reason } = lease;
  if (ended_at !== null && (end_reason !== "visitor_left" || now - ended_at > CONTINUE_SECONDS * 1000))
    return { ok: false, error: "session_ended", end_reason };
  if (lease.handled_by === "person") return { ok: false, error: "with_person" };
  if (lease.parted === true && lease.takes_line && !lineIsFree()) return { ok: false, error: "lines_busy" };
  const [counter, most] =
    lease.connected_at === null
      ? (["early_reconnects", MAX_EARLY_RECONNECTS] as const)
      : (["reconnects", MAX_RECONNECTS] as const);
  // A connection that a person's coming closed is no broken one.
  const reconnects = (lease[counter] ?? 0) + (lease.parted === true ? 0 : 1);
  if (reconnects > most) return { ok: false, error: "reconnects_used" };
  lease[counter] = reconnects;
  if (lease.parted === true) {
    lease.handed_back = (lease.handed_back ?? 0) + 1;
    book.takeLine(lease);
  }
  book.markChanged(lease);
  const placement = (lease.handed_back ?? 0) + (lease.early_reconnects ?? 0) + (lease.reconnects ?? 0);
  return { ok: true, lease, remaining_seconds: book.remaining(lease, now), placement };
}
