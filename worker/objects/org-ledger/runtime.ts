import { logError } from "../../log-error.ts";
import type { Changes } from "./changes.ts";
import { FollowUps } from "./follow-ups.ts";
import { HangUps } from "./hang-ups.ts";
import { rest } from "./in-pieces.ts";
import { LateReports } from "./late-reports.ts";
import type { LedgerOutside } from "./outside.ts";
import { PUBLISH_DELAY, Publications } from "./publications.ts";
import { LedgerTable } from "./table.ts";
import { Transactions } from "./transactions.ts";
import { WatchedProjects } from "./watched-projects.ts";

/** How long a deletion waits for the vendors of calls that it ended. Milliseconds */
const ENDING_LIMIT = 3_000;
const NEVER = Number.POSITIVE_INFINITY;

/** What is done around the ledger's calls: D1, vendors and desks are told, and the one alarm is set for what is due next. */
export class LedgerRuntime {
  readonly #state: DurableObjectState;
  readonly #outside: LedgerOutside;
  readonly table: LedgerTable;
  readonly watched: WatchedProjects;
  readonly #transactions: Transactions;
  readonly #publications: Publications;
  readonly #followUps: FollowUps;
  readonly #hangUps: HangUps;
  readonly late: LateReports;
  readonly act: Transactions["act"];
  /** When the alarm is set for; unknown after a start, as an overdue alarm may never come. */
  #armed = NEVER;
  #inAlarm = false;
  /** Whether D1 has been told that a store lacks something. */
  #lateNoted = false;

  constructor(state: DurableObjectState, outside: LedgerOutside) {
    const { storage } = state;
    this.#state = state;
    this.#outside = outside;
    this.table = new LedgerTable(storage.sql);
    this.watched = new WatchedProjects(storage.sql);
    this.late = new LateReports(
      storage.sql,
      () => this.act(null, (engine) => engine.terms.org_id),
      (report) =>
        outside.deliverLate(
          report,
          this.act(null, (engine) => engine.lease(report.session_id)),
        ),
    );
    this.#followUps = new FollowUps(
      {
        // What follows an end gets everything that was said, so it waits for late reports.
        next: (except) =>
          this.table.exists()
            ? this.table.nextFollowUps(new Set([...except, ...this.late.projects.map(({ project_id }) => project_id)]))
            : null,
        done: (batch) => storage.transactionSync(() => this.table.exists() && this.table.followedUp(batch)),
      },
      outside.followUp,
    );
    this.#hangUps = new HangUps(this.table, {
      hangUp: outside.hangUp,
      pace: outside.hangUpPace,
      hold: (work) => state.waitUntil(work),
    });
    this.#publications = new Publications(this.table, {
      publish: outside.publish,
      transact: (work) => storage.transactionSync(work),
      organization: () => this.act(null, (engine) => engine.terms.org_id),
      published: () => this.#published(),
    });
    this.#transactions = new Transactions(storage, this.table, {
      loaded: ({ org_id }) => {
        this.#hangUps.load();
        this.late.load(Date.now());
        this.#publications.woke(org_id);
        this.#followUps.notice(Date.now());
      },
      stored: (changes, now) => this.#stored(changes, now),
      done: (now) => this.#arm(now),
    });
    this.act = this.#transactions.act.bind(this.#transactions) as Transactions["act"];
  }

  /** What is in memory is from before: the tables were replaced. */
  replaced(): void {
    this.#transactions.engine = null;
    this.watched.forget();
  }

  /** The projects whose stores lack reports or sessions, and since when. */
  get lateProjects(): { project_id: number; since: number }[] {
    return [...this.late.projects, ...this.#publications.late];
  }

  async deleteAll(): Promise<void> {
    this.#transactions.engine = null;
    this.#publications.forget();
    this.#followUps.forget();
    this.late.forget();
    await this.#state.storage.deleteAlarm();
    await this.#state.storage.deleteAll();
    this.table.dropped();
    this.watched.forget();
  }

  async publishPending(session_id?: string, project_id?: number): Promise<void> {
    if (session_id === undefined) return this.#publications.run(project_id);
    const alone = this.#publication(session_id);
    await Promise.race([this.#publications.run(project_id), alone]);
  }

  async followUpPending(project_id?: number): Promise<void> {
    await this.publishPending(undefined, project_id);
    this.#followUps.hurry();
    await this.#followUps.run();
    this.#arm(Date.now());
  }

  /** Waits, though not for long, until what was just ended is ended at its vendors as well. */
  async callsEnded(): Promise<void> {
    await Promise.race([this.#hangUps.settled(), scheduler.wait(ENDING_LIMIT)]);
  }

  /**
   * Runs at least once, perhaps late, perhaps twice: it only handles what is due. It must not throw: the runtime drops an
   * alarm after six failures.
   */
  async alarm(): Promise<void> {
    this.#armed = NEVER;
    this.#inAlarm = true;
    try {
      await this.#sweepAll();
      // Not awaited: no vendor delays what D1 is to have.
      if (this.#transactions.engine) this.#hangUps.retry(Date.now());
      if (this.late.due <= Date.now()) this.#state.waitUntil(this.#runLate());
      await this.publishPending();
    } catch (error) {
      this.#log("ledger_alarm_failed", error);
      this.#publications.pause(Date.now());
    } finally {
      this.#inAlarm = false;
      this.#arm(Date.now());
    }
  }

  #stored({ publishable, hang_ups, leases, revised }: Changes, now: number): void {
    if (publishable) this.#publications.pending = true;
    if (hang_ups.length > 0) this.#hangUps.add(hang_ups, leases, now);
    const shown = leases.filter(
      ({ session_id, project_id, handled_by }) =>
        revised.has(session_id) && (handled_by !== undefined || this.watched.has(project_id)),
    );
    // Not awaited: what people look at delays no call. A lost piece of news is made good when the inbox is opened again.
    if (shown.length > 0)
      this.#state.waitUntil(this.#outside.tellDesk(shown.map((lease) => ({ ...lease }))).catch(() => {}));
  }

  /** Ends all that is due, a few at a time: between them come the others' calls. */
  async #sweepAll(): Promise<void> {
    for (;;) {
      const began = Date.now();
      if (!this.act(null, (engine, now) => engine.due <= now)) return;
      await rest(began);
    }
  }

  /**
   * Sets the object's one alarm for the earliest thing to do. It is only ever moved to an earlier time: when a sign of
   * life puts a deadline off, the alarm comes too early, finds nothing due and sets the next.
   */
  #arm(now: number): void {
    this.#noteLate();
    const { pending, retryAt, forgetAt } = this.#publications;
    const soonest = Math.max(now + PUBLISH_DELAY, retryAt);
    const paused = Number.isFinite(this.#publications.due);
    const follow_ups = Number.isFinite(this.#followUps.due);
    const next = Math.min(
      // After a call that threw nobody knows what is due.
      this.#transactions.engine?.due ?? (retryAt > now ? retryAt : NEVER),
      // A running alarm publishes by itself and sets the next when it is done.
      pending && !this.#inAlarm ? soonest : NEVER,
      paused && !this.#inAlarm ? Math.max(this.#publications.due, soonest) : NEVER,
      follow_ups ? Math.max(this.#followUps.due, soonest) : NEVER,
      // What is still to be handed over or followed up stays, however old it is.
      pending || paused || follow_ups ? NEVER : forgetAt,
      this.#hangUps.due(now),
      this.late.due,
    );
    if (next >= this.#armed) return;
    this.#armed = next;
    // Not awaited: a failed write resets the object by itself, and the next call sets the alarm again.
    this.#state.storage.setAlarm(next).catch(() => {});
  }

  /** Tells D1 once, so that whoever looks for what is late asks this ledger, however many others there are. */
  #noteLate(): void {
    const late = Number.isFinite(this.late.due) || this.#publications.late.length > 0;
    const org_id = this.#transactions.engine?.terms.org_id;
    if (late === this.#lateNoted || org_id === undefined) return;
    this.#lateNoted = late;
    const failed = () => {
      this.#lateNoted = false;
    };
    if (late) this.#state.waitUntil(this.#outside.noteLate(org_id).catch(failed));
  }

  /** Has the session go with the next batch. @returns a promise that resolves when D1 has it */
  #publication(session_id: string): Promise<void> {
    this.act(null, () => null, session_id);
    return this.table.leases.publishedFirst(session_id);
  }

  #published(): void {
    const now = Date.now();
    this.#followUps.notice(now);
    if (this.#followUps.ready(now)) this.#state.waitUntil(this.#runFollowUps());
    this.#arm(now);
  }

  /** No answer and no copy in D1 waits for it. */
  async #runFollowUps(): Promise<void> {
    try {
      await this.#followUps.run();
    } catch (error) {
      this.#log("follow_up_failed", error);
    }
    if (!this.table.exists()) return;
    this.#publications.look();
    this.#arm(Date.now());
  }

  async #runLate(): Promise<void> {
    if ((await this.late.run(Date.now())) && this.table.exists()) this.#published();
    else this.#arm(Date.now());
  }

  #log(event: string, error: unknown): void {
    logError(event, error, { org: this.#state.id.name });
  }
}
