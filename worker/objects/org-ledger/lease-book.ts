import { RESERVE_SECONDS } from "../../../shared/limits.ts";
import type { EndReason } from "../../../shared/session.ts";
import type { AccountBook } from "./account-book.ts";
import { DailyCaps } from "./caps.ts";
import type { CallToEnd, LedgerArchive } from "./changes.ts";
import { deadline, personMs, usedMs } from "./deadline.ts";
import { ForgivenVisitors } from "./forgiven-visitors.ts";
import { type Forgiven, visitorOf } from "./forgiveness.ts";
import { KeptTexts } from "./kept-texts.ts";
import type { CallDetails, Lease, LeaseRequest, SessionScope } from "./lease.ts";
import { affordable, cost } from "./pricing.ts";

/** What changed in the leases since they were last stored. */
export interface LeaseChanges {
  leases: Lease[];
  hang_ups: CallToEnd[];
  /** Sessions whose published copies must change. */
  revised: ReadonlySet<string>;
}

const holdsLine = ({ takes_line, parted }: Lease): boolean => takes_line && parted !== true;

/**
 * The sessions of an organization: which of them run, what they have set aside, which of them changed. Every rule of
 * when a session begins and ends stands elsewhere. Pure; the clock is an argument.
 */
export class LeaseBook {
  readonly live = new Map<string, Lease>();
  /** No live lease is due before this: nothing to sweep until then. Infinity where none is live. */
  due = Number.POSITIVE_INFINITY;
  /** Voice lines that are taken. */
  lines = 0;
  readonly caps: DailyCaps;
  readonly kept: KeptTexts;
  readonly answers: KeptTexts;
  #account: AccountBook;
  #archive: LedgerArchive;
  readonly #forgiven: ForgivenVisitors;
  #changed = new Map<string, Lease>();
  #hangUps: CallToEnd[] = [];
  #revised = new Set<string>();

  constructor(account: AccountBook, live: Iterable<Lease>, archive: LedgerArchive) {
    this.#account = account;
    this.#archive = archive;
    this.caps = new DailyCaps(archive);
    this.kept = new KeptTexts(archive, "kept_bytes");
    this.answers = new KeptTexts(archive, "kept_answers");
    this.#forgiven = new ForgivenVisitors(this.live, archive);
    for (const lease of live) this.hold(lease);
  }

  lease(session_id: string): Lease | null {
    return this.live.get(session_id) ?? this.#changed.get(session_id) ?? this.#archive.ended(session_id);
  }

  /** The session, if it is in the scope of the caller. */
  findInScope(session_id: string, scope: SessionScope): Lease | null {
    const lease = this.lease(session_id);
    if (!lease || lease.project_id !== scope.project_id) return null;
    return scope.agent_id === null || lease.agent_id === scope.agent_id ? lease : null;
  }

  /** Takes a lease's line and what it has set aside. */
  hold(lease: Lease): void {
    this.live.set(lease.session_id, lease);
    this.#forgiven.note(lease);
    this.#account.reserved += lease.reserved;
    this.caps.reserve(lease, lease.reserved);
    if (holdsLine(lease)) this.lines += 1;
    this.updateDue(lease);
  }

  /** A lease's deadline has changed. */
  updateDue(lease: Lease): void {
    this.due = Math.min(this.due, deadline(lease).at);
  }

  /** A change to be stored. */
  markChanged(lease: Lease): void {
    this.#changed.set(lease.session_id, lease);
    this.#forgiven.note(lease);
  }

  /** A change that the published copy must show. */
  markRevised(lease: Lease): void {
    lease.revision += 1;
    this.#revised.add(lease.session_id);
    this.markChanged(lease);
  }

  /** @returns whether the session runs */
  attach(session_id: string, { call_id, llm_model }: CallDetails): boolean {
    const lease = this.live.get(session_id);
    if (!lease) return false;
    const details = { call_id: call_id ?? lease.call_id, llm_model: llm_model ?? lease.llm_model };
    if (details.call_id === lease.call_id && details.llm_model === lease.llm_model) return true;
    Object.assign(lease, details);
    this.markRevised(lease);
    return true;
  }

  /** Sets aside so many seconds from `at`, or what there is; never more than the longest duration can cost. */
  extend(lease: Lease, at: number, seconds = RESERVE_SECONDS): void {
    if (lease.with_person_since !== undefined) return;
    const until = Math.min(usedMs(lease, at) + seconds * 1000, lease.max_duration_seconds * 1000);
    const wanted = Math.min(cost(lease.rate, until) - lease.reserved, this.#account.available);
    const more = Math.min(wanted, this.room(lease, at));
    if (more < wanted) this.caps.watch(lease.caps, this.live.values(), at);
    if (more <= 0) return;
    this.caps.reserve(lease, more);
    lease.reserved += more;
    this.#account.reserved += more;
    this.markChanged(lease);
  }

  /** Sets aside no more than this. */
  settle(lease: Lease, reserved: number): void {
    const less = Math.max(0, lease.reserved - reserved);
    this.caps.reserve(lease, -less);
    lease.reserved -= less;
    this.#account.reserved -= less;
    this.markChanged(lease);
  }

  freeLine(lease: Lease): void {
    if (holdsLine(lease)) this.lines -= 1;
  }

  takeLine(lease: Lease): void {
    lease.parted = undefined;
    if (holdsLine(lease)) this.lines += 1;
    this.markChanged(lease);
  }

  /** The session lives on without its call. */
  hangUp({ session_id, call_id }: Lease): void {
    this.#hangUps.push({ session_id, call_id });
  }

  /**
   * Frees line and reservation and posts the one charge.
   * @param at when it ended; `now` is when that was settled
   * @param used milliseconds that it costs; `null` for all that is reserved
   */
  end(lease: Lease, at: number, reason: EndReason, used: number | null, now: number): void {
    // The reservation bounds the charge, and what is reserved is always there: no balance below zero.
    const charged = used === null ? lease.reserved : Math.min(cost(lease.rate, used), lease.reserved);
    this.live.delete(lease.session_id);
    this.#account.reserved -= lease.reserved;
    this.caps.reserve(lease, -lease.reserved);
    this.caps.charged(lease, charged, now);
    if (holdsLine(lease)) this.lines -= 1;
    // A session that continues this one takes a line of its own.
    lease.parted = undefined;
    Object.assign(lease, { state: "ended", end_reason: reason, ended_at: at, reserved: 0, charged });
    this.markRevised(lease);
    this.#hangUps.push({ session_id: lease.session_id, call_id: null });
    if (charged > 0)
      this.#account.post({
        ...{ amount: -charged, kind: "charge", session_id: lease.session_id, note: null, at: now },
        person_seconds: Math.ceil(personMs(lease, at) / 1000) || null,
      });
  }

  /** The vendor gave it no token, so there is no call to hang up. */
  skipHangUp(lease: Lease): void {
    this.#hangUps = this.#hangUps.filter(({ session_id }) => session_id !== lease.session_id);
  }

  /** Another call takes the place of the one that the session has: only one may stand. */
  displaceCall({ session_id, call_id }: Lease): void {
    if (call_id !== null) this.#hangUps.push({ session_id, call_id });
  }

  /** Credits that the daily caps of a session leave. */
  room(request: LeaseRequest, now: number): number {
    return request.caps?.length ? this.caps.room(request.caps, this.live.values(), now) : Number.POSITIVE_INFINITY;
  }

  /** What a lease cannot have so many seconds for, from its beginning on. */
  lacks(lease: Lease, seconds: number, now: number): "no_credit" | "cap_reached" | null {
    const more = cost(lease.rate, seconds * 1000) - lease.reserved;
    if (more > this.#account.available) return "no_credit";
    return more > this.room(lease, now) ? "cap_reached" : null;
  }

  /** Whole seconds that credit and the longest duration still allow. */
  remaining(lease: Lease, now: number): number {
    if (lease.ended_at !== null) return 0;
    const more = Math.min(this.#account.available, this.room(lease, now));
    const seconds = Math.min(affordable(lease.rate, lease.reserved + more), lease.max_duration_seconds);
    const used = usedMs(lease, now) / 1000;
    return Math.max(0, Math.floor(seconds - used));
  }

  /** What the lease's visitor was believed in the hour before `at`. */
  forgiven(lease: Lease, at: number): Forgiven {
    return this.#forgiven.of(visitorOf(lease), at);
  }

  /** Whether the organization's hour, and the visitor's, have room for so many bytes more of what is `kept`. */
  hourHasRoom(kept: KeptTexts, lease: Lease, bytes: number, now: number): boolean {
    return kept.hasRoom(lease, bytes, this.#account.terms.voice_lines, now);
  }

  /** Running sessions that the same visitor has on the same channel. */
  sessionsOf(request: LeaseRequest): number {
    const visitor = visitorOf(request);
    let count = 0;
    for (const lease of this.live.values())
      if (lease.channel_id === request.channel_id && visitorOf(lease) === visitor) count += 1;
    return count;
  }

  forgetSubject(project_id: number, subjects: string[]): void {
    for (const lease of this.live.values())
      if (lease.project_id === project_id && lease.subject !== null && subjects.includes(lease.subject)) {
        lease.subject = null;
        this.markChanged(lease);
      }
  }

  /** Takes what must be stored since the last call. */
  drain(): LeaseChanges {
    const drained = { leases: [...this.#changed.values()], hang_ups: this.#hangUps, revised: this.#revised };
    this.#changed = new Map();
    this.#hangUps = [];
    this.#revised = new Set();
    return drained;
  }
}
