// Long: what is stored, sent, switched off and dropped of one webhook shares one alarm.

import { DurableObject } from "cloudflare:workers";
import type { Delivery } from "../../../shared/webhooks.ts";
import { logError } from "../../log-error.ts";
import { AskedPause } from "./asked-pause.ts";
import { AttemptsUnderWay } from "./attempts-under-way.ts";
import { askedPause, outcomeOf } from "./engine.ts";
import type {
  DeliveryQueueRpc,
  DeliveryWhole,
  Erasure,
  NewDelivery,
  Post,
  PostResult,
  ReportFailures,
  Target,
} from "./rpc.ts";
import { DeliveryTable, type Due } from "./table.ts";
import { NONE, TargetsBefore } from "./targets-before.ts";

/** Deliveries that are sent at once. A receiver that never answers holds each for 15 seconds. */
const PARALLEL = 16;
/** An alarm may run for 15 minutes; this is less, and the next alarm continues. Milliseconds. */
const LONGEST_RUN = 300_000;
/** Failures are reported to D1 at most this often; a report that failed is repeated this much later. Milliseconds. */
const REPORT_PAUSE = 30_000;

/** Of the 10 GiB of an object. From here on the oldest deliveries that are over make room for those that come. Bytes. */
const FULL = 4 * 1024 ** 3;

/** A run that crashed is continued after this long. Milliseconds. */
const AFTER_CRASH = 20_000;

const OFF = "The webhook was switched off";

/**
 * The deliveries of one webhook: stored before they are sent, and sent until they are accepted or have failed. The body
 * is written once, so that every attempt is the same. An attempt that was not recorded, as after a crash, is repeated.
 */
export abstract class DeliveryQueue<Env = unknown> extends DurableObject<Env> implements DeliveryQueueRpc {
  protected abstract post: Post;
  protected abstract reportFailures: ReportFailures;
  readonly #table = new DeliveryTable(this.ctx.storage.sql);
  readonly #before = new TargetsBefore(this.ctx.storage.sql);
  readonly #pause = new AskedPause(this.ctx.storage.sql);
  readonly #underWay = new AttemptsUnderWay();
  #reportAt = 0;
  full = FULL;

  async enqueue(target: Target, deliveries: NewDelivery[]): Promise<void> {
    this.#keep(target, deliveries, false);
    await this.#arm(Date.now());
  }

  async configure(target: Target): Promise<void> {
    if (!this.#table.exists()) return;
    this.#take(target);
    await this.#arm(Date.now());
  }

  list(before: number | null, limit: number, own: Target | null = null) {
    if (!this.#table.exists()) return { items: [], next: null };
    if (own) this.#take(own);
    const { items, next } = this.#table.list(before, limit, this.#webhookId, own !== null);
    return { items: items.map((item) => this.#paused(item)), next };
  }

  read(id: string, own: Target | null = null): DeliveryWhole | null {
    if (!this.#table.exists()) return null;
    if (own) this.#take(own);
    const whole = this.#table.read(id, this.#webhookId, own !== null);
    return whole && this.#paused(whole);
  }

  async replay(target: Target, id: string): Promise<Delivery | null> {
    if (!this.#table.exists()) return null;
    this.#take(target);
    const seq = this.#table.replay(id, Date.now());
    // Somebody who looks at the receiver wants to see it now.
    this.#pause.end();
    if (seq !== null) this.#underWay.replay(seq);
    await this.#arm(Date.now());
    return this.#whole(id);
  }

  async sendOnce(target: Target, delivery: NewDelivery): Promise<Delivery> {
    this.#keep(target, [delivery], true);
    const due = this.#table.dueById(delivery.id);
    if (due && !this.#underWay.has(due.seq)) await this.#start(due);
    // A person who tests looks at the webhook next. The alarm repeats a report that failed.
    this.#reportAt = 0;
    await this.#reportFailures().catch(() => {});
    await this.#arm(Date.now());
    const whole = this.#whole(delivery.id);
    if (!whole) throw new Error("the delivery was not kept");
    return whole;
  }

  async erase(erasure: Erasure): Promise<number> {
    if (!this.#table.exists()) return 0;
    const count = this.ctx.storage.transactionSync(() => this.#table.erase(erasure));
    // Also makes up for a lost alarm: the cron calls this method.
    await this.#arm(Date.now());
    return count;
  }

  async drop(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#table.dropped();
  }

  counts() {
    return this.#table.exists() ? this.#table.counts() : { pending: 0, failed: 0 };
  }

  failingSince(): number | null {
    return this.#table.exists() ? (this.#table.webhook()?.failing_since ?? null) : null;
  }

  acceptedAfter(at: number): number | null {
    return this.#table.exists() ? this.#table.acceptedAfter(at) : null;
  }

  /**
   * Runs at least once, perhaps late or twice: it only handles what is due. It must not throw: after six failures the
   * runtime drops an alarm.
   */
  override async alarm(): Promise<void> {
    if (!this.#table.exists()) return;
    const until = Date.now() + LONGEST_RUN;
    // In case this run dies with its machine: a stored alarm must be due in the future, since an overdue one may never
    // fire.
    await this.ctx.storage.setAlarm(Date.now() + AFTER_CRASH);
    try {
      await this.#sendDue(until);
      await this.#reportFailures();
    } catch (error) {
      logError("deliveries_alarm_failed", error, { queue: this.ctx.id.name });
    }
    if (!(await this.#arm(Date.now() + 50))) await this.ctx.storage.deleteAlarm();
  }

  async #sendDue(until: number): Promise<void> {
    while (Date.now() < until) {
      for (const due of this.#due(Date.now()))
        if (this.#underWay.count < PARALLEL && this.#underWay.mayStart(due)) void this.#start(due);
      if (this.#underWay.count === 0) return;
      await this.#underWay.next();
    }
  }

  #due(now: number): Due[] {
    const paused = !this.#table.exists() || now < this.#pause.until();
    return paused ? [] : this.#table.due(now, PARALLEL * 2);
  }

  #start(due: Due): Promise<void> {
    return this.#underWay.start(due, this.#attempt(due));
  }

  async #attempt(due: Due): Promise<void> {
    const target = due.org_id === null ? this.#table.webhook()?.target : this.#before.targetOf(due.org_id);
    if (!target) return;
    const at = Date.now();
    let result: PostResult;
    try {
      result = await this.post(target, due, at);
    } catch (error) {
      result = { status: null, detail: "The delivery could not be sent", final: false };
      logError("delivery_failed", error, { id: due.id });
    }
    this.#record(due, at, result);
  }

  #record(due: Due, at: number, result: PostResult): void {
    const now = Date.now();
    this.ctx.storage.transactionSync(() => {
      const webhook = this.#table.webhook();
      if (!webhook) return;
      const tried = { at, status: result.status, detail: result.detail, ms: now - at };
      if (this.#underWay.takeReplayed(due.seq)) return this.#table.writeHistory(due, tried);
      if (this.#before.leftBy(due.seq) !== null) {
        // An address of an organization that the project has left says nothing of the webhook's own.
        const apart = { active: true, failing_since: null };
        const attempt = { attempts: due.attempts + 1, once: due.once };
        this.#table.writeAttempt(due, tried, outcomeOf(attempt, apart, result, now));
        return;
      }
      const { active } = webhook.target;
      const health = { active, failing_since: webhook.failing_since };
      const outcome = outcomeOf({ attempts: due.attempts + 1, once: due.once }, health, result, now);
      this.#table.writeAttempt(due, tried, outcome);
      this.#table.writeTarget({ ...webhook.target, active: outcome.health.active }, outcome.health.failing_since);
      if (result.detail === null) return this.#accepted(now);
      if (result.retry_after) this.#pause.ask(now + askedPause(result) * 1000);
      if (outcome.switched_off) this.#table.failWaiting(OFF, now);
      const last_failure = { at, status: result.status, detail: result.detail };
      const switched_off = outcome.switched_off || (this.#table.unreported()?.switched_off ?? false);
      this.#table.writeNews({ switched_off, last_failure });
      if (outcome.switched_off) this.#reportAt = 0;
    });
    if (!due.once && this.#table.unreported()) this.ctx.waitUntil(this.#reportFailures().catch(() => {}));
  }

  /** The failure before it is over. */
  #accepted(now: number): void {
    this.#pause.end();
    const news = this.#table.news();
    if (!news || news.last_failure.recovered_at) return;
    const { switched_off, last_failure } = news;
    this.#table.writeNews({ switched_off, last_failure: { ...last_failure, recovered_at: now } });
  }

  /** Reports failures, and that they are over, to D1: one, or many at once. */
  async #reportFailures(): Promise<void> {
    const webhook = this.#table.webhook();
    const unreported = webhook && this.#table.unreported();
    if (!webhook || !unreported || Date.now() < this.#reportAt) return;
    this.#reportAt = Date.now() + REPORT_PAUSE;
    const { webhook_id, version } = webhook.target;
    const { switched_off, last_failure } = unreported;
    await this.reportFailures({ webhook_id, version, switched_off, last_failure });
    // What came meanwhile is reported with the next.
    if (JSON.stringify(this.#table.unreported()) !== JSON.stringify(unreported)) return;
    this.#table.writeNews(last_failure.recovered_at ? null : { switched_off: false, last_failure, told: true });
  }

  #keep(target: Target, deliveries: NewDelivery[], once: boolean): void {
    this.ctx.storage.transactionSync(() => {
      this.#table.migrate();
      if (this.ctx.storage.sql.databaseSize >= this.full) this.#table.dropOldest(2 * deliveries.length);
      this.#take(target);
      const present = this.#table.webhook()?.target.org_id;
      for (const delivery of deliveries) {
        const { org_id = present } = delivery;
        if (org_id === present) this.#table.insert(delivery, once);
        // For an organization that had no address here, or had switched it off, nothing is sent.
        else if (this.#before.targetOf(org_id ?? null)?.active) this.#table.insert(delivery, once, org_id ?? NONE);
      }
    });
  }

  /**
   * Stores a newer version of the webhook. When it is switched on, its failures are forgotten; when off, waiting
   * deliveries fail. When its project was moved to another organization, those that wait keep the address that they have.
   */
  #take(target: Target): void {
    const webhook = this.#table.webhook();
    // An older version of the service did not say whose it is.
    const unknown = webhook?.target.org_id === undefined && webhook?.target.version === target.version;
    if (webhook && webhook.target.version >= target.version && !unknown) return;
    if (webhook?.target.org_id !== undefined && webhook.target.org_id !== target.org_id) {
      this.#before.leave(webhook.target);
      this.#before.comeBack(target.org_id);
    }
    // Perhaps another address.
    this.#pause.end();
    this.#table.writeTarget(target, target.active && webhook?.target.active ? webhook.failing_since : null);
    if (webhook?.target.active && !target.active) this.#table.failWaiting(OFF, Date.now());
  }

  #whole(id: string): Delivery | null {
    const whole = this.#table.read(id, this.#webhookId);
    if (!whole) return null;
    const { history: _, body: __, ...delivery } = whole;
    return this.#paused(delivery);
  }

  /** With the time at which it is really sent next. */
  #paused<T extends Delivery>(delivery: T): T {
    const { next_attempt_at: next } = delivery;
    return { ...delivery, next_attempt_at: next && Math.max(next, this.#pause.until()) };
  }

  get #webhookId(): number {
    return Number(this.ctx.id.name ?? this.#table.webhook()?.target.webhook_id ?? 0);
  }

  /**
   * Sets the one alarm for what is due first, at `earliest` or later. A run that is under way is woken as well.
   * @returns whether anything is due
   */
  async #arm(earliest: number): Promise<boolean> {
    this.#underWay.wake();
    const due = this.#table.nextDue();
    const next = due === null ? null : Math.max(due, this.#pause.until());
    const report = this.#table.unreported() ? Math.max(this.#reportAt, earliest) : Number.POSITIVE_INFINITY;
    const at = Math.min(next === null ? Number.POSITIVE_INFINITY : Math.max(next, earliest), report);
    if (Number.isFinite(at)) await this.ctx.storage.setAlarm(at);
    return Number.isFinite(at);
  }
}
