import { DurableObject } from "cloudflare:workers";
import type { Handler } from "../../../shared/person.ts";
import type { EndReason } from "../../../shared/session.ts";
import type { Bindings } from "../../env.ts";
import type { SessionPlace } from "../project-store/after-call-rpc.ts";
import type { LedgerEntry, Summary, Terms } from "./account.ts";
import { dumpLedger, restoreLedger } from "./backup.ts";
import type { LedgerEngine } from "./engine.ts";
import {
  activeBelow,
  type CallDetails,
  type Lease,
  type LeaseRequest,
  type SessionScope,
  type SessionSignals,
} from "./lease.ts";
import type { DeliverLate, FollowUp, HangUp, HangUpPace, NoteLate, Publish, TellDesk } from "./outside.ts";
import type {
  ExtensionResult,
  GrantResult,
  HandOverResult,
  LateReport,
  LedgerArchivePart,
  LedgerDump,
  OpenResult,
  OrgLedgerRpc,
  Outbox,
  QueuePosition,
  QueueRequest,
  ReconnectResult,
  ReportResult,
  RestoreResult,
  ToolCallResult,
  WhisperResult,
} from "./rpc.ts";
import { LedgerRuntime } from "./runtime.ts";

/** Sessions that a deletion ends in one call. */
const ENDED_AT_ONCE = 200;

/**
 * The one place where an organization's credit and voice lines are decided. Each call is one synchronous transaction,
 * so calls never interleave; the vendor and D1 are reached only outside of it.
 */
export abstract class OrgLedger extends DurableObject<Bindings> implements OrgLedgerRpc {
  protected abstract publish(...publication: Parameters<Publish>): ReturnType<Publish>;
  protected abstract followUp(...batch: Parameters<FollowUp>): ReturnType<FollowUp>;
  protected abstract hangUp(...call: Parameters<HangUp>): ReturnType<HangUp>;
  protected abstract tellDesk(...news: Parameters<TellDesk>): ReturnType<TellDesk>;
  protected abstract deliverLate(...report: Parameters<DeliverLate>): ReturnType<DeliverLate>;
  protected abstract hangUpPace(...vendor: Parameters<HangUpPace>): ReturnType<HangUpPace>;
  protected abstract noteLate(...late: Parameters<NoteLate>): ReturnType<NoteLate>;
  readonly #runtime = new LedgerRuntime(this.ctx, {
    publish: (publication) => this.publish(publication),
    followUp: (batch) => this.followUp(batch),
    hangUp: (lease) => this.hangUp(lease),
    tellDesk: (leases) => this.tellDesk(leases),
    deliverLate: (report, lease) => this.deliverLate(report, lease),
    hangUpPace: (vendor) => this.hangUpPace(vendor),
    noteLate: (org_id) => this.noteLate(org_id),
  });
  readonly #act = this.#runtime.act;
  readonly #table = this.#runtime.table;

  open(request: LeaseRequest, terms: Terms, fresh = false, visitor_sessions: number | null = null): OpenResult {
    return this.#act(terms, (engine, now) => engine.open(request, now, fresh, visitor_sessions));
  }

  release(session_id: string, placement?: number): void {
    this.#act(null, (engine, now) => engine.release(session_id, now, placement), session_id);
  }

  releaseOfKey(key_id: number): void {
    this.#act(null, (engine, now) => {
      for (const lease of engine.live.values())
        if (lease.key_id === key_id && lease.seen_at === undefined) engine.release(lease.session_id, now);
    });
  }

  attach(session_id: string, details: CallDetails): boolean {
    return this.#act(null, (engine) => engine.attach(session_id, details), session_id) ?? false;
  }

  report(session_id: string, scope: SessionScope, signals: SessionSignals): ReportResult {
    const result = this.#act(null, (engine, now) => engine.report(session_id, scope, signals, now), session_id);
    if (!result?.ok) return result ?? { ok: false, error: "session_not_found" };
    return this.#runtime.watched.has(scope.project_id) ? { ...result, watched: true } : result;
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
    // If nothing was ever stored, there is nothing to stop watching.
    const leases = this.#act(watch ? terms : null, (engine) => engine.running(project_id));
    if (leases) this.#runtime.watched.set(project_id, watch);
    return leases ?? [];
  }

  active(before: SessionPlace | null, limit: number, without: readonly number[] = []): Lease[] {
    return this.#act(null, (engine) => activeBelow(engine.live.values(), before, limit, without)) ?? [];
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

  keepContext(session_id: string, name: number, bytes: number): number | null {
    return this.#act(null, (engine, now) => engine.keepContext(session_id, name, bytes, now), session_id);
  }

  keepLate(report: LateReport): void {
    this.#act(null, (_, now) => this.#runtime.late.keep(report, now));
  }

  lease(session_id: string): Lease | null {
    return this.#act(null, (engine) => engine.lease(session_id), session_id);
  }

  end(session_id: string, reason: EndReason): Lease | null {
    return this.#act(null, (engine, now) => engine.end(session_id, reason, now), session_id);
  }

  forgetSubject(project_id: number, subjects: string[]): void {
    this.#act(null, (engine) => {
      this.#runtime.late.forgetSubject(project_id, subjects);
      engine.forgetSubject(project_id, subjects);
      this.#table.leases.forgetSubject(project_id, subjects);
    });
  }

  async dropProject(project_id: number): Promise<boolean> {
    const more = this.#act(null, (engine, now) => engine.endAll(project_id, ENDED_AT_ONCE, now)) ?? false;
    await this.#runtime.callsEnded();
    if (!more && this.#table.exists()) {
      this.#table.leases.forgetProject(project_id);
      this.#runtime.late.forgetProject(project_id);
    }
    return more;
  }

  async close(): Promise<boolean> {
    const more = this.#act(null, (engine, now) => engine.endAll(null, ENDED_AT_ONCE, now)) ?? false;
    await this.#runtime.callsEnded();
    // None may be under way when its table goes; D1's copies are deleted next.
    await this.publishPending().catch(() => {});
    if (more || (this.#table.exists() && this.#table.hangUps.any())) return false;
    await this.#runtime.deleteAll();
    return true;
  }

  outbox(): Outbox {
    const bytes = this.ctx.storage.sql.databaseSize;
    const outbox = this.#act(null, (engine) => ({
      ...this.#table.outbox(),
      live: engine.live.size,
      late: this.#runtime.lateProjects,
    }));
    return outbox ? { ...outbox, bytes } : { waiting: 0, oldest_at: null, live: 0, late: [], bytes };
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
    const summary = this.#act(null, (engine) => {
      engine.configure(terms);
      return engine.summary;
    });
    return (
      summary ?? { credit: { balance: 0, reserved: 0, available: 0 }, lines: { total: terms.voice_lines, in_use: 0 } }
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
    this.#runtime.replaced();
    if (part.tables) this.#act(null, () => null);
    return result;
  }

  publishPending(session_id?: string, project_id?: number): Promise<void> {
    return this.#runtime.publishPending(session_id, project_id);
  }

  followUpPending(project_id?: number): Promise<void> {
    return this.#runtime.followUpPending(project_id);
  }

  override alarm(): Promise<void> {
    return this.#runtime.alarm();
  }
}
