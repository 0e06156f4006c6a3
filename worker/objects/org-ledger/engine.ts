// Long: whoever changes a rule of money should see all of them on one page.
import {
  CONTINUE_SECONDS,
  LATE_EVENT_SECONDS,
  MAX_EARLY_RECONNECTS,
  MAX_LATE_REQUESTS,
  MAX_RECONNECTS,
  MAX_TOOL_CALLS,
  MIN_RESERVE_SECONDS,
  RESERVE_SECONDS,
} from "../../../shared/limits.ts";
import type { EndReason } from "../../../shared/session.ts";
import { DailyCaps } from "./caps.ts";
import type { Account, Changes, GrantOperation, LedgerArchive } from "./changes.ts";
import { byDeadline, deadline, runsFrom } from "./deadline.ts";
import { affordable, cost } from "./pricing.ts";
import type {
  CallDetails,
  GrantResult,
  Lease,
  LeaseRequest,
  LedgerEntry,
  LedgerNotice,
  OpenResult,
  Place,
  ReconnectResult,
  ReportResult,
  SessionScope,
  SessionSignals,
  Summary,
  Terms,
  ToolCallResult,
} from "./rpc.ts";
import { type Belief, beliefIn, connectedFrom, freeFailure, hasRoom, silentUntil, visitorOf } from "./trust.ts";
import { WaitingLine } from "./waiting-line.ts";

/** Balances must stay exact as JavaScript numbers. */
const MAX_BALANCE = Number.MAX_SAFE_INTEGER;
/** Below this part of the last grant the owner hears that credit is low. */
const LOW = 0.2;
const HOUR_MS = 3_600_000;
/** The least that an end costs which the page itself tells of. */
const LEAST_MS = 1_000;

/**
 * The account of one organization: balance, reservations, voice lines, running sessions. Pure: the clock (unix
 * milliseconds) is an argument, and what must be stored is taken with `changes()`. Every call but `changes` and the
 * readers begins with `sweep`, so that no answer depends on whether an alarm came in time.
 */
export class LedgerEngine {
  readonly live = new Map<string, Lease>();
  /** No live lease is due before this: nothing to sweep until then. Infinity where none is live. */
  due = Number.POSITIVE_INFINITY;
  #account: Account;
  #archive: LedgerArchive;
  #reserved = 0;
  #lines = 0;
  #accountChanged = false;
  #leases = new Map<string, Lease>();
  #entries: LedgerEntry[] = [];
  #operations: GrantOperation[] = [];
  #hangUps: string[] = [];
  #notices: LedgerNotice[] = [];
  #publishable = false;
  readonly #caps: DailyCaps;
  readonly #waiting = new WaitingLine();

  constructor(account: Account, live: Iterable<Lease>, archive: LedgerArchive) {
    this.#account = account;
    this.#archive = archive;
    this.#caps = new DailyCaps(archive);
    for (const lease of live) this.#hold(lease);
  }

  /** Takes these terms if they are newer than its own. */
  configure(terms: Terms): void {
    if (terms.version <= this.#account.terms.version) return;
    this.#account = { ...this.#account, terms };
    this.#accountChanged = true;
  }

  open(opening: LeaseRequest, now: number, fresh = false, visitor_sessions: number | null = null): OpenResult {
    const known = fresh ? this.live.get(opening.session_id) : this.lease(opening.session_id);
    if (known) return { ok: true, remaining_seconds: this.#remaining(known, now) };

    const { terms } = this.#account;
    if (terms.subscription !== "active") return { ok: false, error: "no_subscription" };
    const rate = terms.credits_per_minute[opening.provider];
    if (this.#available < cost(rate, MIN_RESERVE_SECONDS * 1000)) return { ok: false, error: "no_credit" };
    if (visitor_sessions !== null && this.#sessionsOf(opening) >= visitor_sessions)
      return { ok: false, error: "visitor_busy" };
    const capped = this.#caps.refusal(opening.caps, cost(rate, MIN_RESERVE_SECONDS * 1000), this.live.values(), now);
    if (capped) return { ok: false, error: "cap_reached", notice: capped };
    if (opening.takes_line && !this.#waiting.admits(opening.ticket ?? null, terms.voice_lines - this.#lines, now))
      return { ok: false, error: "lines_busy" };
    if (opening.ticket) this.#waiting.leave(opening.ticket);
    this.#caps.opened(opening, this.live.values(), now);

    const lease: Lease = {
      ...opening,
      org_id: terms.org_id,
      rate,
      state: "starting",
      end_reason: null,
      started_at: now,
      connected_at: null,
      last_sign_at: null,
      ended_at: null,
      reserved: Math.min(cost(rate, RESERVE_SECONDS * 1000), this.#available, this.#room(opening, now)),
      charged: null,
      call_id: null,
      revision: 0,
    };
    this.#hold(lease);
    this.#revise(lease);
    this.#caps.watch(lease.caps, this.live.values(), now);
    return { ok: true, remaining_seconds: this.#remaining(lease, now) };
  }

  /** Lines up for a voice line, or says that the visitor still waits. */
  wait(ticket: string, now: number): Place {
    return this.#waiting.ask(ticket, this.#account.terms.voice_lines - this.#lines, now);
  }

  leaveLine(ticket: string): void {
    this.#waiting.leave(ticket);
  }

  release(session_id: string, now: number): void {
    const lease = this.live.get(session_id);
    if (!lease) return;
    this.#caps.released(lease, now);
    this.#end(lease, now, "failed", 0, now);
    // It gave no token, so that there is no call.
    if (lease.call_id === null && lease.seen_at === undefined) this.#hangUps.pop();
  }

  callConnected(session_id: string, call_id: string | null, now: number): boolean {
    const lease = this.live.get(session_id);
    if (!lease) return false;
    lease.watched = true;
    lease.seen_at ??= now;
    lease.last_seen_at = now;
    lease.closed_at = undefined;
    this.#keep(lease);
    this.attach(session_id, { call_id });
    return true;
  }

  callClosed(session_id: string, at: number): void {
    const lease = this.live.get(session_id);
    // A call that another has taken the place of says nothing of that one.
    if (lease?.last_seen_at === undefined || at < lease.last_seen_at) return;
    lease.closed_at = at;
    this.#keep(lease);
  }

  countToolCall(session_id: string, scope: SessionScope): ToolCallResult {
    const lease = this.#theirs(session_id, scope);
    if (!lease) return { ok: false, error: "session_not_found" };
    if (lease.ended_at !== null) return { ok: false, error: "session_ended", end_reason: lease.end_reason };
    const { tool_calls = 0 } = lease;
    if (tool_calls >= MAX_TOOL_CALLS) return { ok: false, error: "tool_calls_used" };
    lease.tool_calls = tool_calls + 1;
    lease.contradicted = true;
    this.#keep(lease);
    return { ok: true, lease };
  }

  /** @returns whether the session runs */
  attach(session_id: string, { call_id, llm_model }: CallDetails): boolean {
    const lease = this.live.get(session_id);
    if (!lease) return false;
    const known = { call_id: call_id ?? lease.call_id, llm_model: llm_model ?? lease.llm_model };
    if (known.call_id === lease.call_id && known.llm_model === lease.llm_model) return true;
    Object.assign(lease, known);
    this.#revise(lease);
    return true;
  }

  report(session_id: string, scope: SessionScope, signals: SessionSignals, now: number): ReportResult {
    const lease = this.#theirs(session_id, scope);
    if (!lease) return { ok: false, error: "session_not_found" };
    const room = hasRoom(lease, signals);
    if (lease.ended_at !== null) {
      const late = signals.late_allowed && now - lease.ended_at <= LATE_EVENT_SECONDS * 1000;
      if (!late || (lease.late_requests ?? 0) >= MAX_LATE_REQUESTS)
        return { ok: false, error: "session_ended", end_reason: lease.end_reason };
      lease.late_requests = (lease.late_requests ?? 0) + 1;
      this.#keep(lease);
      return room ? this.#reported(lease, signals, now) : { ok: false, error: "session_full" };
    }
    if (!room && !signals.only_end) return { ok: false, error: "session_full" };

    lease.last_sign_at = now;
    this.#keep(lease);
    // What our own side knows of the call, no page can change.
    if (signals.call_id !== null && !lease.places_call && lease.seen_at === undefined)
      this.attach(session_id, { call_id: signals.call_id });
    const from = runsFrom(lease);
    if (signals.connected && lease.connected_at === null) this.#connected(lease, signals, now);
    if (signals.failed) this.#fail(lease, signals, now);
    // A connection that is told of together with its end may have stood from the start.
    else if (signals.ended) this.#end(lease, now, signals.ended, cost(lease.rate, Math.max(LEAST_MS, now - from)), now);
    else {
      lease.contradicted = lease.contradicted || signals.contradicts;
      this.#extend(lease, now);
      this.due = Math.min(this.due, deadline(lease).at);
    }
    return this.#reported(lease, signals, now);
  }

  #connected(lease: Lease, signals: SessionSignals, now: number): void {
    const over = signals.failed || signals.ended !== null;
    const { at, forgiven_ms } = over
      ? { at: now, forgiven_ms: 0 }
      : connectedFrom(lease, this.#belief(lease, now), now);
    lease.connected_at = at;
    this.#forgive(lease, forgiven_ms);
    lease.state = "active";
    this.#revise(lease);
  }

  /** Free where it can be believed, else charged from the start. */
  #fail(lease: Lease, signals: SessionSignals, now: number): void {
    const forgiven_ms = freeFailure(lease, signals, this.#belief(lease, now), now);
    if (forgiven_ms !== null) {
      lease.free_failure = true;
      this.#forgive(lease, forgiven_ms);
    }
    const elapsed = Math.max(LEAST_MS, now - lease.started_at);
    this.#end(lease, now, "failed", forgiven_ms === null ? cost(lease.rate, elapsed) : 0, now);
  }

  reconnect(session_id: string, scope: SessionScope, now: number): ReconnectResult {
    const lease = this.#theirs(session_id, scope);
    if (!lease) return { ok: false, error: "session_not_found" };
    if (lease.ended_at !== null) {
      const left = lease.end_reason === "visitor_left" && now - lease.ended_at <= CONTINUE_SECONDS * 1000;
      return left
        ? { ok: true, lease, remaining_seconds: 0 }
        : { ok: false, error: "session_ended", end_reason: lease.end_reason };
    }
    const [counter, most] =
      lease.connected_at === null
        ? (["early_reconnects", MAX_EARLY_RECONNECTS] as const)
        : (["reconnects", MAX_RECONNECTS] as const);
    const reconnects = (lease[counter] ?? 0) + 1;
    if (reconnects > most) return { ok: false, error: "reconnects_used" };
    lease[counter] = reconnects;
    this.#keep(lease);
    return { ok: true, lease, remaining_seconds: this.#remaining(lease, now) };
  }

  end(session_id: string, reason: EndReason, now: number): Lease | null {
    const lease = this.live.get(session_id);
    if (lease) this.#end(lease, now, reason, cost(lease.rate, now - runsFrom(lease)), now);
    return this.lease(session_id);
  }

  forgetSubject(project_id: number, subjects: string[]): void {
    for (const lease of this.live.values())
      if (lease.project_id === project_id && lease.subject !== null && subjects.includes(lease.subject)) {
        lease.subject = null;
        this.#keep(lease);
      }
  }

  grant(grant: { operation: string; amount: number; note: string | null }, now: number): GrantResult {
    const known = this.#archive.operation(grant.operation);
    if (known) {
      const same = known.amount === grant.amount && known.note === grant.note;
      return same
        ? { ok: true, credit: known.credit, repeated: true }
        : { ok: false, error: "conflict", credit: this.credit };
    }
    const balance = this.#account.balance + grant.amount;
    if (balance < this.#reserved || balance > MAX_BALANCE)
      return { ok: false, error: "out_of_range", credit: this.credit };
    this.#post({
      amount: grant.amount,
      kind: grant.amount > 0 ? "grant" : "correction",
      session_id: null,
      note: grant.note,
      at: now,
    });
    if (grant.amount > 0) {
      const { last_entry: entry } = this.#account;
      this.#account = { ...this.#account, last_grant: { entry, amount: grant.amount }, low_told: false };
    }
    this.#operations.push({ ...grant, credit: this.credit });
    return { ok: true, credit: this.credit, repeated: false };
  }

  /**
   * Ends whatever was due, in the order of `byDeadline`, at the moment it fell due: the same however late the call
   * comes. A session whose reservation is used up first takes more of what is available, and waits its turn again.
   */
  sweep(now: number): void {
    if (this.due > now) return;
    const overdue = [...this.live.values()].filter((lease) => deadline(lease).at <= now).sort(byDeadline);
    for (let lease = overdue.shift(); lease; lease = overdue.shift()) {
      this.#expire(lease, now);
      if (lease.ended_at === null && deadline(lease).at <= now) {
        overdue.push(lease);
        overdue.sort(byDeadline);
      }
    }
    this.due = Math.min(Number.POSITIVE_INFINITY, ...[...this.live.values()].map((lease) => deadline(lease).at));
  }

  lease(session_id: string): Lease | null {
    return this.live.get(session_id) ?? this.#leases.get(session_id) ?? this.#archive.ended(session_id);
  }

  get terms(): Terms {
    return this.#account.terms;
  }

  get credit(): Summary["credit"] {
    return { balance: this.#account.balance, reserved: this.#reserved, available: this.#available };
  }

  get summary(): Summary {
    return { credit: this.credit, lines: { total: this.#account.terms.voice_lines, in_use: this.#lines } };
  }

  /** Takes what must be stored since the last call. */
  changes(): Changes {
    const { usages, notices } = this.#caps.drain();
    notices.push(...this.#notices);
    const changes: Changes = {
      usages,
      notices,
      account: this.#accountChanged ? this.#account : null,
      leases: [...this.#leases.values()],
      entries: this.#entries,
      operations: this.#operations,
      hang_ups: this.#hangUps,
      publishable: this.#publishable || notices.length > 0,
    };
    this.#notices = [];
    this.#accountChanged = false;
    this.#leases = new Map();
    this.#entries = [];
    this.#operations = [];
    this.#hangUps = [];
    this.#publishable = false;
    return changes;
  }

  #theirs(session_id: string, scope: SessionScope): Lease | null {
    const lease = this.lease(session_id);
    if (!lease || lease.project_id !== scope.project_id) return null;
    return scope.agent_id === null || lease.agent_id === scope.agent_id ? lease : null;
  }

  get #available(): number {
    return this.#account.balance - this.#reserved;
  }

  #expire(lease: Lease, now: number): void {
    const { at, cause } = deadline(lease);
    const used = (until: number) => cost(lease.rate, until - runsFrom(lease));
    switch (cause) {
      case "never_connected":
        this.#end(lease, at, "visitor_left", lease.reserved, now);
        break;
      case "silence": {
        const last = lease.last_sign_at ?? lease.started_at;
        const { at: until, forgiven_ms } = silentUntil(lease, this.#belief(lease, at), last, at);
        this.#forgive(lease, forgiven_ms);
        this.#end(lease, last, "visitor_left", used(until), now);
        break;
      }
      case "max_duration":
        this.#end(lease, at, "max_duration", used(at), now);
        break;
      case "credit":
        this.#extend(lease, at);
        if (deadline(lease).at <= at) this.#end(lease, at, "credit_exhausted", used(at), now);
    }
  }

  /** What the lease's visitor was believed in the hour before `at`. */
  #belief(lease: Lease, at: number): Belief {
    const visitor = visitorOf(lease);
    const since = at - HOUR_MS;
    const theirs = new Map(this.#archive.endedBy(visitor, since).map((ended) => [ended.session_id, ended]));
    for (const changed of this.#leases.values())
      if (visitorOf(changed) === visitor && (changed.ended_at ?? at) > since) theirs.set(changed.session_id, changed);
    for (const live of this.live.values()) if (visitorOf(live) === visitor) theirs.set(live.session_id, live);
    return beliefIn(theirs.values());
  }

  #forgive(lease: Lease, ms: number): void {
    if (ms > 0) lease.forgiven_ms = (lease.forgiven_ms ?? 0) + ms;
  }

  /** Running sessions that the same visitor has on the same channel. */
  #sessionsOf(opening: LeaseRequest): number {
    const visitor = visitorOf(opening);
    let count = 0;
    for (const lease of this.live.values())
      if (lease.channel_id === opening.channel_id && visitorOf(lease) === visitor) count += 1;
    return count;
  }

  /** Sets aside five minutes from `at`, or what there is; never more than the longest duration can cost. */
  #extend(lease: Lease, at: number): void {
    const until = Math.min(at - runsFrom(lease) + RESERVE_SECONDS * 1000, lease.max_duration_seconds * 1000);
    const wanted = Math.min(cost(lease.rate, until) - lease.reserved, this.#available);
    const more = Math.min(wanted, this.#room(lease, at));
    if (more < wanted) this.#caps.watch(lease.caps, this.live.values(), at);
    if (more <= 0) return;
    this.#caps.reserve(lease, more);
    lease.reserved += more;
    this.#reserved += more;
    this.#keep(lease);
  }

  /** Frees line and reservation and posts the one charge; `at` is when it ended, `now` when that was settled. */
  #end(lease: Lease, at: number, reason: EndReason, charge: number, now: number): void {
    // The reservation bounds the charge, and what is reserved is always there: no balance below zero.
    const charged = Math.min(charge, lease.reserved);
    this.live.delete(lease.session_id);
    this.#reserved -= lease.reserved;
    this.#caps.reserve(lease, -lease.reserved);
    this.#caps.charged(lease, charged, now);
    if (lease.takes_line) this.#lines -= 1;
    Object.assign(lease, { state: "ended", end_reason: reason, ended_at: at, reserved: 0, charged });
    this.#revise(lease);
    this.#hangUps.push(lease.session_id);
    if (charged > 0)
      this.#post({ amount: -charged, kind: "charge", session_id: lease.session_id, note: null, at: now });
  }

  #post(entry: Omit<LedgerEntry, "id">): void {
    const { balance, last_entry } = this.#account;
    this.#account = { ...this.#account, balance: balance + entry.amount, last_entry: last_entry + 1 };
    this.#accountChanged = true;
    this.#entries.push({ id: last_entry + 1, ...entry });
    this.#watchCredit(entry.at);
    this.#publishable = true;
  }

  /** Once for each grant, with what took the balance below a fifth of it. */
  #watchCredit(now: number): void {
    const { balance, last_grant, low_told } = this.#account;
    if (last_grant === null || low_told || balance >= last_grant.amount * LOW) return;
    this.#account = { ...this.#account, low_told: true };
    this.#notices.push({
      key: `credit:${last_grant.entry}`,
      type: "credit.low",
      project_id: null,
      at: now,
      data: { balance, last_grant: last_grant.amount },
    });
  }

  /** Credits that the daily caps of a session leave. */
  #room(opening: LeaseRequest, now: number): number {
    return opening.caps?.length ? this.#caps.room(opening.caps, this.live.values(), now) : Number.POSITIVE_INFINITY;
  }

  #hold(lease: Lease): void {
    this.live.set(lease.session_id, lease);
    this.#reserved += lease.reserved;
    this.#caps.reserve(lease, lease.reserved);
    if (lease.takes_line) this.#lines += 1;
    this.due = Math.min(this.due, deadline(lease).at);
  }

  #keep(lease: Lease): void {
    this.#leases.set(lease.session_id, lease);
  }

  /** A change that the published copy must show. */
  #revise(lease: Lease): void {
    lease.revision += 1;
    this.#publishable = true;
    this.#keep(lease);
  }

  #reported(lease: Lease, signals: SessionSignals, now: number): ReportResult {
    const keep = hasRoom(lease, signals);
    if (keep && signals.events > 0) {
      lease.kept_events = (lease.kept_events ?? 0) + signals.events;
      lease.kept_bytes = (lease.kept_bytes ?? 0) + signals.bytes;
    }
    return {
      ok: true,
      state: lease.state,
      remaining_seconds: this.#remaining(lease, now),
      end_reason: lease.end_reason,
      at: now,
      keep,
    };
  }

  /** Whole seconds that credit and the longest duration still allow. */
  #remaining(lease: Lease, now: number): number {
    if (lease.ended_at !== null) return 0;
    const more = Math.min(this.#available, this.#room(lease, now));
    const seconds = Math.min(affordable(lease.rate, lease.reserved + more), lease.max_duration_seconds);
    const used = (now - runsFrom(lease)) / 1000;
    return Math.max(0, Math.floor(seconds - used));
  }
}
