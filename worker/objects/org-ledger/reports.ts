import { MAX_EARLY_RECONNECTS, MAX_LATE_REQUESTS, MAX_PAGE_CHANGES, MAX_RECONNECTS } from "../../../shared/limits.ts";
import { mayGoOn, usedMs } from "./deadline.ts";
import { connectedFrom, forgive, freeFailure } from "./forgiveness.ts";
import { hasRoom, isOpenToTexts, type Kept } from "./kept-texts.ts";
import type { Lease, SessionScope, SessionSignals } from "./lease.ts";
import type { LeaseBook } from "./lease-book.ts";
import { takeWhispers } from "./persons.ts";
import type { ReconnectResult, ReportResult } from "./rpc.ts";

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
    const late = signals.late_allowed && isOpenToTexts(lease, now);
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
  const begins = lease.connected_at === null && (signals.connects || signals.failed);
  if (signals.connected && lease.connected_at === null) connected(book, lease, signals, now);
  if (signals.failed) fail(book, lease, signals, now);
  // Where `connected` comes only with the end, the connection may have stood since the start: all that time is charged.
  else if (signals.ended) book.end(lease, now, signals.ended, Math.max(LEAST_MS, used), now);
  else {
    lease.contradicted = lease.contradicted || signals.contradicts;
    if (signals.connects) lease.left_at = undefined;
    if (signals.left !== undefined) left(book, lease, signals.left, now);
    book.extend(lease, now);
    book.updateDue(lease);
  }
  const answer = reported(book, lease, signals, now, full === null);
  return begins && answer.ok && lease.page ? { ...answer, page: lease.page } : answer;
}

/** See `OrgLedgerRpc`. */
export function keepContext(
  book: LeaseBook,
  session_id: string,
  name: number,
  bytes: number,
  now: number,
): number | null {
  const lease = book.lease(session_id);
  if (!lease || !isOpenToTexts(lease, now) || lease.context === name) return null;
  const kept = { events: 1, bytes, contacts: 0 };
  if (refusal(book, lease, kept, now)) return null;
  lease.context = name;
  countKept(book, lease, kept, now);
  book.markChanged(lease);
  return now;
}

/** Why the batch is not kept. */
function refusal(book: LeaseBook, lease: Lease, signals: Kept, now: number) {
  if (!hasRoom(lease, signals)) return { ok: false, error: "session_full" } as const;
  return book.hourHasRoom(book.kept, lease, signals.bytes, now) ? null : ({ ok: false, error: "hour_full" } as const);
}

function countKept(book: LeaseBook, lease: Lease, { events, bytes, contacts }: Kept, now: number): void {
  lease.kept_events = (lease.kept_events ?? 0) + events;
  lease.kept_bytes = (lease.kept_bytes ?? 0) + bytes;
  if (contacts > 0) lease.kept_contacts = (lease.kept_contacts ?? 0) + contacts;
  book.kept.add(lease, bytes, now);
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
  book.end(lease, now, "failed", forgiven_ms === null ? elapsed : 0, now);
}

function reported(book: LeaseBook, lease: Lease, signals: SessionSignals, now: number, keep: boolean): ReportResult {
  if (keep && signals.events > 0) countKept(book, lease, signals, now);
  return {
    ok: true,
    state: lease.state,
    remaining_seconds: book.remaining(lease, now),
    end_reason: lease.end_reason,
    at: now,
    started_at: lease.started_at,
    keep,
    handled_by: lease.handled_by ?? "agent",
    whispers: takeWhispers(book, lease),
  };
}

/** The call of a page that left ends with it. What a page says that another one has followed already concerns no one. */
function left(book: LeaseBook, lease: Lease, page_id: string, now: number): void {
  if (lease.connected_at === null || (lease.page_id ?? page_id) !== page_id) return;
  // With a person there is no call and no line; the desk sees that the visitor is gone.
  if (lease.handled_by === "person") return;
  lease.left_at = now;
  if (!lease.places_call) return;
  book.displaceCall(lease);
  lease.call_id = null;
}

/** What a reconnect counts as, and how many of them there may be. */
function countOf(lease: Lease, page_id: string | null) {
  if (lease.connected_at === null) return ["early_reconnects", MAX_EARLY_RECONNECTS] as const;
  // A page can say that it left and come back, but only so often, and its call ended as it left.
  return lease.left_at !== undefined && lease.ended_at === null && page_id !== null
    ? (["page_changes", MAX_PAGE_CHANGES] as const)
    : (["reconnects", MAX_RECONNECTS] as const);
}

/** @param lineIsFree of the organization, for a session that a person gave back */
export function reconnect(
  book: LeaseBook,
  session_id: string,
  scope: SessionScope,
  lineIsFree: () => boolean,
  now: number,
  page_id: string | null,
): ReconnectResult {
  const lease = book.findInScope(session_id, scope);
  if (!lease) return { ok: false, error: "session_not_found" };
  const { ended_at, end_reason } = lease;
  if (!mayGoOn(lease, now)) return { ok: false, error: "session_ended", end_reason };
  if (lease.handled_by === "person") return { ok: false, error: "with_person" };
  const parted = lease.parted === true;
  if (parted && lease.takes_line && !lineIsFree()) return { ok: false, error: "lines_busy" };
  const [counter, most] = countOf(lease, page_id);
  // A connection that a person's coming closed is no broken one.
  const reconnects = (lease[counter] ?? 0) + (parted ? 0 : 1);
  if (reconnects > most) return { ok: false, error: "reconnects_used" };
  lease[counter] = reconnects;
  if (parted) {
    lease.handed_back = (lease.handed_back ?? 0) + 1;
    book.takeLine(lease);
  }
  if (page_id !== null) lease.page_id = page_id;
  // Until it reports that it is connected, this page may be gone as well.
  if (lease.left_at !== undefined && ended_at === null) lease.left_at = now;
  book.markChanged(lease);
  const { handed_back = 0, early_reconnects = 0, page_changes = 0 } = lease;
  const placement = handed_back + early_reconnects + page_changes + (lease.reconnects ?? 0);
  return { ok: true, lease, remaining_seconds: book.remaining(lease, now), placement };
}
