// Long: every call of the ledger is one transaction, and all of them share its clock, alarm and outbox.
import { DurableObject } from "cloudflare:workers";
import type { Handler } from "../../../shared/person.ts";
import type { EndReason } from "../../../shared/session.ts";
import type { Bindings } from "../../env.ts";
import { dumpLedger, restoreLedger } from "./backup.ts";
import type { Changes } from "./changes.ts";
import { LedgerEngine } from "./engine.ts";
import { FollowUps } from "./follow-ups.ts";
import { HangUps } from "./hang-ups.ts";
import { BATCH, rest } from "./in-pieces.ts";
import type { FollowUp, HangUp, HangUpPace, Publish, TellDesk } from "./outside.ts";
import type {
  CallDetails,
  ExtensionResult,
  GrantResult,
  HandOverResult,
  Lease,
  LeaseRequest,
  LedgerArchivePart,
  LedgerDump,
  LedgerEntry,
  OpenResult,
  OrgLedgerRpc,
  Outbox,
  QueuePosition,
  QueueRequest,
  ReconnectResult,
  ReportResult,
  RestoreResult,
  SessionScope,
  SessionSignals,
  Summary,
  Terms,
  ToolCallResult,
  WhisperResult,
} from "./rpc.ts";
import { LedgerTable } from "./table.ts";
import { WatchedProjects } from "./watched-projects.ts";

/** Milliseconds between a change and its publication, so that a burst of changes is one batch. */
const PUBLISH_DELAY = 1_000;
const LONGEST_BACKOFF = 300_000;
/** Sessions that a deletion ends in one call, and how long it waits for their vendors, milliseconds. */
const ENDED_AT_ONCE = 200;
const ENDING_LIMIT = 3_000;

/**
 * The one place where an organization's credit and voice lines are decided. Each call is one synchronous transaction,
 * so calls never interleave; the vendor and D1 are reached only outside of it.
 */
export abstract class OrgLedger extends DurableObject<Bindings> implements OrgLedgerRpc {
  protected abstract publish(...publication: Parameters<Publish>): ReturnType<Publish>;
  protected abstract followUp(...batch: Parameters<FollowUp>): ReturnType<FollowUp>;
  protected abstract hangUp(...call: Parameters<HangUp>): ReturnType<HangUp>;
  protected abstract tellDesk(...news: Parameters<TellDesk>): ReturnType<TellDesk>;
  protected abstract hangUpPace(...vendor: Parameters<HangUpPace>): ReturnType<HangUpPace>;
  readonly #table = new LedgerTable(this.ctx.storage.sql);
  readonly #watched = new WatchedProjects(this.ctx.storage.sql);
  readonly #followUps = new FollowUps(
    {
      next: (except) => (this.#table.exists() ? this.#table.nextFollowUps(except) : null),
      done: (batch) => this.ctx.storage.transactionSync(() => this.#table.exists() && this.#table.followedUp(batch)),
    },
    (batch) => this.followUp(batch),
  );
  readonly #hangUps = new HangUps(this.#table, {
    hangUp: (lease) => this.hangUp(lease),
    pace: (vendor) => this.hangUpPace(vendor),
    hold: (work) => this.ctx.waitUntil(work),
  });
  #engine: LedgerEngine | null = null;
  /** When the alarm is set for; unknown after a start, as an overdue alarm may never come. */
  #armed = Number.POSITIVE_INFINITY;
  #pending = false;
  #inAlarm = false;
  #publishing: Promise<void> = Promise.resolve();
  #failures = 0;
  #retryAt = 0;
  #forgetAt = Number.POSITIVE_INFINITY;

  open(request: LeaseRequest, terms: Terms, fresh = false, visitor_sessions: number | null = null): OpenResult {
    return this.#act(terms, (engine, now) => engine.open(request, now, fresh, visitor_sessions));
  }

  release(session_id: string, placement?: number): void {
    this.#act(null, (engine, now) => engine.release(session_id, now, placement), session_id);
  }

  attach(session_id: string, known: CallDetails): boolean {
    return this.#act(null, (engine) => engine.attach(session_id, known), session_id) ?? false;
  }

  report(session_id: string, scope: SessionScope, signals: SessionSignals): ReportResult {
    const result = this.#act(null, (engine, now) => engine.report(session_id, scope, signals, now), session_id);
    if (!result?.ok) return result ?? { ok: false, error: "session_not_found" };
    return this.#watched.has(scope.project_id) ? { ...result, watched: true } : result;
  }

  reconnect(session_id: string, scope: SessionScope, page_id: string | null = null): ReconnectResult {
    const result = this.#act(null, (engine, now) => engine.reconnect(session_id, scope, now, page_id), session_id);
    return result ?? { ok: false, error: "session_not_found" };
  }

  extendLimit(session_id: string, scope: SessionScope, ask: boolean): ExtensionResult {
    const result = this.#act(null, (engine, now) => engine.extendLimit(session_id, scope, ask, now), session_id);
    return result ?? { ok: false, error: "session_not_found" };
  }

  handOver(session_id: string, to: Handler): HandOverResult {
    const result = this.#act(null, (engine, now) => engine.handOver(session_id, to, now), session_id);
    return result ?? { ok: false, error: "session_not_found" };
  }

  whisper(session_id: string, text: string): WhisperResult {
    return this.#act(null, (engine) => engine.whisper(session_id, text), session_id) ?? "over";
  }

  running(project_id: number, watch: boolean, terms: Terms | null): Lease[] {
    // Where nothing was ever stored there is nothing to stop watching.
    const found = this.#act(watch ? terms : null, (engine) => engine.running(project_id));
    if (found) this.#watched.set(project_id, watch);
    return found ?? [];
  }

  callConnected(session_id: string, call_id: string | null = null, placement = 0): boolean {
    const work = (engine: LedgerEngine, now: number) => engine.callConnected(session_id, call_id, placement, now);
    return this.#act(null, work, session_id) ?? false;
  }

  callClosed(session_id: string, at: number): void {
    this.#act(null, (engine) => engine.callClosed(session_id, at), session_id);
  }

  countToolCall(session_id: string, scope: SessionScope): ToolCallResult {
    const result = this.#act(null, (engine) => engine.countToolCall(session_id, scope), session_id);
    return result ?? { ok: false, error: "session_not_found" };
  }

  keepAnswer(session_id: string, bytes: number): boolean {
    return this.#act(null, (engine, now) => engine.keepAnswer(session_id, bytes, now), session_id) ?? false;
  }

  lease(session_id: string): Lease | null {
    return this.#act(null, (engine) => engine.lease(session_id), session_id);
  }

  end(session_id: string, reason: EndReason): Lease | null {
    return this.#act(null, (engine, now) => engine.end(session_id, reason, now), session_id);
  }

  forgetSubject(project_id: number, subjects: string[]): void {
    this.#act(null, (engine) => {
      engine.forgetSubject(project_id, subjects);
      this.#table.leases.forgetSubject(project_id, subjects);
    });
  }

  async dropProject(project_id: number): Promise<boolean> {
    const more = this.#act(null, (engine, now) => engine.endAll(project_id, ENDED_AT_ONCE, now)) ?? false;
    await this.#callsEnded();
    if (!more && this.#table.exists()) this.#table.leases.forgetProject(project_id);
    return more;
  }

  async close(): Promise<boolean> {
    const more = this.#act(null, (engine, now) => engine.endAll(null, ENDED_AT_ONCE, now)) ?? false;
    await this.#callsEnded();
    // None may be under way when its table goes; D1's copies are deleted next.
    await this.publishPending().catch(() => {});
    if (more || (this.#table.exists() && this.#table.hangUps.any())) return false;
    this.#engine = null;
    this.#pending = false;
    this.#forgetAt = Number.POSITIVE_INFINITY;
    this.#followUps.forget();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#table.dropped();
    this.#watched.forget();
    return true;
  }

  outbox(): Outbox {
    const bytes = this.ctx.storage.sql.databaseSize;
    const found = this.#act(null, (engine) => ({ ...this.#table.outbox(), live: engine.live.size }));
    return found ? { ...found, bytes } : { waiting: 0, oldest_at: null, live: 0, bytes };
  }

  grant(grant: { operation: string; amount: number; note: string | null }, terms: Terms): GrantResult {
    return this.#act(terms, (engine, now) => engine.grant(grant, now));
  }

  wait(ticket: string, terms: Terms, request: QueueRequest): QueuePosition | null {
    return this.#act(terms, (engine, now) => engine.wait(ticket, request, now));
  }

  leaveLine(ticket: string): void {
    this.#act(null, (engine) => engine.leaveQueue(ticket));
  }

  configure(terms: Terms): void {
    this.#act(null, (engine) => engine.configure(terms));
  }

  summary(terms: Terms): Summary {
    const known = this.#act(null, (engine) => {
      engine.configure(terms);
      return engine.summary;
    });
    return (
      known ?? { credit: { balance: 0, reserved: 0, available: 0 }, lines: { total: terms.voice_lines, in_use: 0 } }
    );
  }

  entries(before: number | null, limit: number): LedgerEntry[] {
    return this.#act(null, () => this.#table.entries(before, limit)) ?? [];
  }

  dump(after: number, until: number | null): LedgerDump {
    return dumpLedger(this.ctx.storage.sql, this.#table, after, until);
  }

  restore(part: LedgerArchivePart): RestoreResult {
    const result = restoreLedger(this.ctx.storage, this.#table, part);
    // What is in memory is from before.
    this.#engine = null;
    this.#watched.forget();
    if (part.tables) this.#act(null, () => null);
    return result;
  }

  async publishPending(session_id?: string): Promise<void> {
    const alone = session_id === undefined ? null : this.#publication(session_id);
    // One publication at a time; what changes meanwhile goes with the next.
    const mine = this.#publishing.catch(() => {}).then(() => this.#publishAll());
    this.#publishing = mine;
    await (alone ? Promise.race([mine, alone]) : mine);
  }

  async followUpPending(): Promise<void> {
    await this.publishPending();
    this.#followUps.hurry();
    await this.#followUps.run();
    this.#arm(Date.now());
  }

  /**
   * Runs at least once, perhaps late, perhaps twice: it only handles what is due. It must not throw: the runtime drops an
   * alarm after six failures.
   */
  override async alarm(): Promise<void> {
    this.#armed = Number.POSITIVE_INFINITY;
    this.#inAlarm = true;
    try {
      await this.#sweepAll();
      // Not awaited: no vendor delays what D1 is to have.
      if (this.#engine) this.#hangUps.retry(Date.now());
      await this.publishPending();
    } catch (error) {
      console.error(JSON.stringify({ event: "ledger_alarm_failed", org: this.ctx.id.name, error: String(error) }));
      this.#retryAt = Date.now() + Math.min(LONGEST_BACKOFF, PUBLISH_DELAY * 2 ** this.#failures);
    } finally {
      this.#inAlarm = false;
      this.#arm(Date.now());
    }
  }

  /**
   * One call: load, end what is due, do the work, store the changes, set the alarm; with no `await` in between. Without
   * `terms` an object that has no account yet answers `null` and stores nothing.
   */
  #act<T>(terms: Terms, work: (engine: LedgerEngine, now: number) => T, session_id?: string): T;
  #act<T>(terms: Terms | null, work: (engine: LedgerEngine, now: number) => T, session_id?: string): T | null;
  #act<T>(terms: Terms | null, work: (engine: LedgerEngine, now: number) => T, session_id?: string): T | null {
    const now = Date.now();
    try {
      const engine = this.#load(terms);
      if (!engine) return null;
      if (terms) engine.configure(terms);
      engine.sweep(now, session_id);
      const result = work(engine, now);
      this.#keep(engine.changes(), now);
      return result;
    } catch (error) {
      // Nothing was stored, so the state in memory is wrong: load it anew.
      this.#engine = null;
      throw error;
    } finally {
      if (this.#engine) this.#arm(now);
    }
  }

  /** Stores all of a call's changes or none. Most calls change one row, which needs no transaction. */
  #keep(changes: Changes, now: number): void {
    const { account, leases, entries, operations, hang_ups, usages, notices } = changes;
    const lists = [leases, entries, operations, hang_ups, usages, notices];
    const rows = lists.reduce((sum, list) => sum + list.length, account ? 1 : 0);
    if (rows > 1) this.ctx.storage.transactionSync(() => this.#table.write(changes, now));
    else if (rows === 1) this.#table.write(changes, now);
    if (changes.publishable) this.#pending = true;
    if (hang_ups.length > 0) this.#hangUps.add(hang_ups, leases, now);
    const shown = leases.filter(
      ({ session_id, project_id, handled_by }) =>
        changes.revised.has(session_id) && (handled_by !== undefined || this.#watched.has(project_id)),
    );
    // Not awaited: what people look at delays no call. A lost piece of news is made good when the inbox is opened again.
    if (shown.length > 0) this.ctx.waitUntil(this.tellDesk(shown.map((lease) => ({ ...lease }))).catch(() => {}));
  }

  /** Ends all that is due, a few at a time: between them come the others' calls. */
  async #sweepAll(): Promise<void> {
    for (;;) {
      const began = Date.now();
      if (!this.#act(null, (engine, now) => engine.due <= now)) return;
      await rest(began);
    }
  }

  /** Waits, though not for long, until what was just ended is ended at its vendors as well. */
  async #callsEnded(): Promise<void> {
    await Promise.race([this.#hangUps.settled(), scheduler.wait(ENDING_LIMIT)]);
  }

  #load(terms: Terms | null): LedgerEngine | null {
    this.#engine ??= this.ctx.storage.transactionSync(() => this.#open(terms));
    return this.#engine;
  }

  #open(terms: Terms | null): LedgerEngine | null {
    if (!this.#table.exists() && !terms) return null;
    this.#table.migrate();
    let account = this.#table.account();
    if (!account) {
      if (!terms) return null;
      account = { terms, balance: 0, last_entry: 0, last_grant: null, low_told: false };
      const none = {
        leases: [],
        revised: new Set<string>(),
        entries: [],
        operations: [],
        hang_ups: [],
        usages: [],
        notices: [],
        publishable: false,
      };
      this.#table.write({ account, ...none }, Date.now());
    }
    this.#hangUps.load();
    const live = this.#table.leases.load();
    this.#pending = this.#table.unpublished(account.terms.org_id) !== null;
    this.#forgetAt = this.#table.leases.nextForgotten();
    this.#followUps.notice(Date.now());
    return new LedgerEngine(account, live, this.#table);
  }

  /**
   * Sets the object's one alarm for the earliest thing to do. It is only ever moved to an earlier time: when a sign of
   * life puts a deadline off, the alarm comes too early, finds nothing due and sets the next.
   */
  #arm(now: number): void {
    // Leases are deleted only once D1 has them. A running alarm publishes by itself and sets the next when it is done.
    const soonest = Math.max(now + PUBLISH_DELAY, this.#retryAt);
    const handOver = this.#inAlarm ? Number.POSITIVE_INFINITY : soonest;
    const follow_ups = Number.isFinite(this.#followUps.due);
    const next = Math.min(
      // After a call that threw nobody knows what is due.
      this.#engine?.due ?? (this.#retryAt > now ? this.#retryAt : Number.POSITIVE_INFINITY),
      this.#pending ? handOver : Number.POSITIVE_INFINITY,
      follow_ups ? Math.max(this.#followUps.due, soonest) : Number.POSITIVE_INFINITY,
      // What is still to be handed over or followed up stays, however old it is.
      this.#pending || follow_ups ? Number.POSITIVE_INFINITY : this.#forgetAt,
      this.#hangUps.due(now),
    );
    if (next >= this.#armed) return;
    this.#armed = next;
    // Not awaited: a failed write resets the object by itself, and the next call sets the alarm again.
    this.ctx.storage.setAlarm(next).catch(() => {});
  }

  /** Has the session go with the next batch. @returns a promise that resolves when D1 has it */
  #publication(session_id: string): Promise<void> {
    this.#act(null, () => null, session_id);
    return this.#table.leases.publishedFirst(session_id);
  }

  async #publishAll(): Promise<void> {
    const org_id = this.#act(null, (engine) => engine.terms.org_id);
    if (org_id === null) return;
    try {
      for (;;) {
        this.#pending = false;
        const publication = this.#table.unpublished(org_id);
        if (!publication) break;
        const began = Date.now();
        await this.publish(publication);
        this.ctx.storage.transactionSync(() => this.#table.acknowledge(publication));
        if (publication.sessions.length === BATCH) await rest(began);
      }
      this.#failures = 0;
      this.#retryAt = 0;
      this.#table.leases.forget(Date.now());
      this.#forgetAt = this.#table.leases.nextForgotten();
      this.#followUps.notice(Date.now());
      if (this.#followUps.ready(Date.now())) this.ctx.waitUntil(this.#runFollowUps());
      this.#arm(Date.now());
    } catch (error) {
      this.#pending = true;
      this.#failures += 1;
      throw error;
    }
  }

  /** No answer and no copy in D1 waits for it. */
  async #runFollowUps(): Promise<void> {
    try {
      await this.#followUps.run();
    } catch (error) {
      console.error(JSON.stringify({ event: "follow_up_failed", org: this.ctx.id.name, error: String(error) }));
    }
    if (!this.#table.exists()) return;
    this.#forgetAt = this.#table.leases.nextForgotten();
    this.#arm(Date.now());
  }
}
