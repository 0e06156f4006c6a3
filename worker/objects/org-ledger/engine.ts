import { MIN_RESERVE_SECONDS, RESERVE_SECONDS } from "../../../shared/limits.ts";
import type { Handler } from "../../../shared/person.ts";
import type { EndReason } from "../../../shared/session.ts";
import type { Summary, Terms } from "./account.ts";
import { AccountBook } from "./account-book.ts";
import type { Account, Changes, LedgerArchive } from "./changes.ts";
import { usedMs } from "./deadline.ts";
import { sweep } from "./expiry.ts";
import { extendLimit } from "./extension.ts";
import type { CallDetails, Lease, LeaseRequest, SessionScope, SessionSignals } from "./lease.ts";
import { LeaseBook } from "./lease-book.ts";
import { handOver, whisper } from "./persons.ts";
import { cost } from "./pricing.ts";
import { keepContext, reconnect, report } from "./reports.ts";
import type {
  ExtensionResult,
  GrantResult,
  HandOverResult,
  OpenResult,
  QueuePosition,
  QueueRequest,
  ReconnectResult,
  ReportResult,
  ToolCallResult,
  WhisperResult,
} from "./rpc.ts";
import { countToolCall, keepAnswer } from "./tool-calls.ts";
import { VisitorQueue } from "./visitor-queue.ts";

/**
 * The account of one organization: balance, reservations, voice lines, running sessions. Pure: the clock (unix
 * milliseconds) is an argument, and what must be stored is taken with `changes()`. Every call but `changes` and the
 * readers begins with `sweep`, so that no answer about a session depends on whether an alarm came in time.
 */
export class LedgerEngine {
  readonly #account: AccountBook;
  readonly #book: LeaseBook;
  readonly #queue = new VisitorQueue();

  constructor(account: Account, live: Iterable<Lease>, archive: LedgerArchive) {
    this.#account = new AccountBook(account, archive);
    this.#book = new LeaseBook(this.#account, live, archive);
  }

  get live(): ReadonlyMap<string, Lease> {
    return this.#book.live;
  }

  /** No live lease is due before this, unix milliseconds. */
  get due(): number {
    return this.#book.due;
  }

  configure(terms: Terms): void {
    this.#account.configure(terms);
  }

  open(request: LeaseRequest, now: number, fresh = false, visitor_sessions: number | null = null): OpenResult {
    const book = this.#book;
    const earlier = fresh ? book.live.get(request.session_id) : book.lease(request.session_id);
    if (earlier) return { ok: true, remaining_seconds: book.remaining(earlier, now) };

    const { terms } = this.#account;
    if (terms.subscription !== "active") return { ok: false, error: "no_subscription" };
    const rate = terms.credits_per_minute[request.provider];
    const least = cost(rate, MIN_RESERVE_SECONDS * 1000);
    if (this.#account.available < least) return { ok: false, error: "no_credit" };
    if (visitor_sessions !== null && book.sessionsOf(request) >= visitor_sessions)
      return { ok: false, error: "visitor_busy" };
    const capped = book.caps.refusal(request.caps, least, book.live.values(), now);
    if (capped) return { ok: false, error: "cap_reached", notice: capped };
    if (request.takes_line && !this.#queue.admits(request.ticket ?? null, this.#freeLines, now))
      return { ok: false, error: "lines_busy" };
    if (request.ticket) this.#queue.leave(request.ticket);
    book.caps.opened(request, book.live.values(), now);

    const lease: Lease = {
      ...request,
      org_id: terms.org_id,
      rate,
      state: "starting",
      end_reason: null,
      started_at: now,
      connected_at: null,
      last_sign_at: null,
      ended_at: null,
      reserved: Math.min(cost(rate, RESERVE_SECONDS * 1000), this.#account.available, book.room(request, now)),
      charged: null,
      call_id: null,
      revision: 0,
    };
    book.hold(lease);
    book.markRevised(lease);
    book.caps.watch(lease.caps, book.live.values(), now);
    return { ok: true, remaining_seconds: book.remaining(lease, now) };
  }

  /** Joins the queue for a voice line, or says that the visitor still waits; `null` for one who has too many places. */
  wait(ticket: string, request: QueueRequest, now: number): QueuePosition | null {
    return this.#queue.ask(ticket, this.#freeLines, now, request);
  }

  leaveQueue(ticket: string): void {
    this.#queue.leave(ticket);
  }

  release(session_id: string, now: number, placement = Number.POSITIVE_INFINITY): void {
    const lease = this.live.get(session_id);
    if (!lease || lease.connected_at !== null) return;
    // A later call stands.
    if (placement < (lease.placement ?? 0)) return;
    const { seen_at } = lease;
    if (seen_at === undefined) this.#book.caps.released(lease, now);
    this.#book.end(lease, now, "failed", seen_at === undefined ? 0 : now - seen_at, now);
    if (lease.call_id === null && seen_at === undefined) this.#book.skipHangUp(lease);
  }

  callConnected(session_id: string, call_id: string | null, placement: number, now: number): boolean {
    const lease = this.live.get(session_id);
    // Given back by a person, it has no line until its page asks for another connection: this call was asked for before.
    if (!lease || lease.handled_by === "person" || lease.parted === true) return false;
    // The vendor took longer for it than for the call after it, on which the visitor is by now.
    if (placement < (lease.placement ?? 0)) return false;
    lease.placement = placement;
    lease.watched = true;
    lease.seen_at ??= now;
    lease.last_seen_at = now;
    lease.closed_at = undefined;
    this.#book.markChanged(lease);
    // Only what the service placed has a name that is the vendor's, and not the page's word.
    if (lease.places_call && call_id !== lease.call_id) this.#book.displaceCall(lease);
    this.attach(session_id, { call_id });
    return true;
  }

  callClosed(session_id: string, at: number): void {
    const lease = this.live.get(session_id);
    // It closed before the last connection was seen: it is an earlier call, and the present one still stands.
    if (lease?.last_seen_at === undefined || at < lease.last_seen_at) return;
    lease.closed_at = at;
    this.#book.markChanged(lease);
  }

  /** See `tool-calls.ts`. */
  countToolCall(session_id: string, scope: SessionScope): ToolCallResult {
    return countToolCall(this.#book, session_id, scope);
  }

  keepAnswer(session_id: string, bytes: number, now: number): boolean {
    return keepAnswer(this.#book, session_id, bytes, now);
  }

  /** See `reports.ts`. */
  keepContext(session_id: string, name: number, bytes: number, now: number): number | null {
    return keepContext(this.#book, session_id, name, bytes, now);
  }

  /** @returns whether the session runs */
  attach(session_id: string, known: CallDetails): boolean {
    return this.#book.attach(session_id, known);
  }

  report(session_id: string, scope: SessionScope, signals: SessionSignals, now: number): ReportResult {
    return report(this.#book, session_id, scope, signals, now);
  }

  reconnect(session_id: string, scope: SessionScope, now: number, page_id: string | null = null): ReconnectResult {
    const lineIsFree = () => this.#queue.admits(null, this.#freeLines, now);
    return reconnect(this.#book, session_id, scope, lineIsFree, now, page_id);
  }

  /** See `persons.ts`. */
  handOver(session_id: string, to: Handler, now: number): HandOverResult {
    return handOver(this.#book, session_id, to, now);
  }

  whisper(session_id: string, text: string): WhisperResult {
    return whisper(this.#book, session_id, text);
  }

  running(project_id: number): Lease[] {
    return [...this.live.values()].filter((lease) => lease.project_id === project_id);
  }

  extendLimit(session_id: string, scope: SessionScope, ask: boolean, now: number): ExtensionResult {
    return extendLimit(this.#book, session_id, scope, ask, now);
  }

  end(session_id: string, reason: EndReason, now: number): Lease | null {
    const lease = this.live.get(session_id);
    if (lease) this.#book.end(lease, now, reason, usedMs(lease, now), now);
    return this.lease(session_id);
  }

  /** Ends sessions of a deleted project, or of all, at most `limit` of them. @returns whether more of them run */
  endAll(project_id: number | null, limit: number, now: number): boolean {
    let ended = 0;
    for (const lease of [...this.live.values()]) {
      if (project_id !== null && lease.project_id !== project_id) continue;
      if (ended === limit) return true;
      this.end(lease.session_id, "operator", now);
      ended += 1;
    }
    return false;
  }

  forgetSubject(project_id: number, subjects: string[]): void {
    this.#book.forgetSubject(project_id, subjects);
  }

  grant(grant: { operation: string; amount: number; note: string | null }, now: number): GrantResult {
    return this.#account.grant(grant, now);
  }

  /** See `expiry.ts`. */
  sweep(now: number, session_id: string | null = null, most?: number): void {
    sweep(this.#book, now, session_id, most);
  }

  lease(session_id: string): Lease | null {
    return this.#book.lease(session_id);
  }

  get terms(): Terms {
    return this.#account.terms;
  }

  get credit(): Summary["credit"] {
    return this.#account.credit;
  }

  get summary(): Summary {
    return { credit: this.credit, lines: { total: this.terms.voice_lines, in_use: this.#book.lines } };
  }

  /** Takes what must be stored since the last call. */
  changes(): Changes {
    const caps = this.#book.caps.drain();
    const { account, entries, operations, notices: account_notices } = this.#account.drain();
    const { leases, revised, hang_ups } = this.#book.drain();
    const notices = [...caps.notices, ...account_notices];
    const publishable = revised.size > 0 || entries.length > 0 || notices.length > 0;
    return { account, leases, revised, entries, operations, hang_ups, usages: caps.usages, notices, publishable };
  }

  get #freeLines(): number {
    return this.terms.voice_lines - this.#book.lines;
  }
}
