import { logError } from "../../log-error.ts";
import { backoff } from "../backoff.ts";
import { AFTER_CRASH } from "./follow-ups.ts";
import type { DeliverLate } from "./outside.ts";
import type { LateReport } from "./rpc.ts";

interface Waiting {
  /** Since when; unix milliseconds. */
  since: number;
  /** When it is tried, or tried again; unix milliseconds. */
  due: number;
  failures: number;
}

interface Row {
  seq: number;
  session_id: string;
  batch: number;
  at: number;
  events_json: string;
  contacts_json: string | null;
}

/** What sessions reported while their project's store could not be reached, until it can be: each project's in its order. */
export class LateReports {
  readonly #sql: SqlStorage;
  readonly #org_id: () => number | null;
  readonly #deliver: (report: LateReport) => ReturnType<DeliverLate>;
  readonly #waiting = new Map<number, Waiting>();
  #running: Promise<void> = Promise.resolve();

  constructor(sql: SqlStorage, org_id: () => number | null, deliver: (report: LateReport) => ReturnType<DeliverLate>) {
    this.#sql = sql;
    this.#org_id = org_id;
    this.#deliver = deliver;
  }

  /** The object has woken. */
  load(now: number): void {
    this.#waiting.clear();
    const rows = this.#sql.exec<{ project_id: number; since: number }>(
      "SELECT project_id, min(at) AS since FROM late_report GROUP BY project_id",
    );
    for (const { project_id, since } of rows) this.#waiting.set(project_id, { since, due: now, failures: 0 });
  }

  /** Nothing is stored any more. */
  forget(): void {
    this.#waiting.clear();
  }

  keep({ project_id, session_id, batch, at, events, contacts }: LateReport, now: number): void {
    this.#sql.exec(
      `INSERT INTO late_report (project_id, session_id, batch, at, events_json, contacts_json) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      ...[project_id, session_id, batch, at, JSON.stringify(events), contacts ? JSON.stringify(contacts) : null],
    );
    if (!this.#waiting.has(project_id))
      this.#waiting.set(project_id, { since: at, due: now + backoff(0), failures: 0 });
  }

  /** The projects whose history is late, and since when. */
  get projects(): { project_id: number; since: number }[] {
    return [...this.#waiting].map(([project_id, { since }]) => ({ project_id, since }));
  }

  has(project_id: number): boolean {
    return this.#waiting.has(project_id);
  }

  /** When a project's are to be tried, or tried again; `Infinity` while nothing waits. */
  get due(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...Array.from(this.#waiting.values(), ({ due }) => due));
  }

  forgetProject(project_id: number): void {
    this.#sql.exec("DELETE FROM late_report WHERE project_id = ?", project_id);
    this.#waiting.delete(project_id);
  }

  /** Call it before the sessions forget who it was. */
  forgetSubject(project_id: number, subjects: string[]): void {
    if (!this.has(project_id)) return;
    this.#sql.exec(
      `DELETE FROM late_report WHERE project_id = ?1 AND session_id IN (SELECT session_id FROM lease
         WHERE opening_json ->> '$.project_id' = ?1 AND opening_json ->> '$.subject' IN (SELECT value FROM json_each(?2)))`,
      ...[project_id, JSON.stringify(subjects)],
    );
  }

  /** Hands over all that is due, one project after the other. One run at a time. @returns whether something has gone */
  run(now: number): Promise<boolean> {
    const run = this.#running.then(() => this.#all(now));
    this.#running = run.then(
      () => {},
      () => {},
    );
    return run;
  }

  async #all(now: number): Promise<boolean> {
    let gone = false;
    for (const [project_id, waiting] of this.#waiting) {
      if (waiting.due > now) continue;
      waiting.due = Date.now() + AFTER_CRASH;
      gone = (await this.#project(project_id, waiting)) || gone;
    }
    return gone;
  }

  /** @returns whether all of it has gone */
  async #project(project_id: number, waiting: Waiting): Promise<boolean> {
    try {
      for (let row = this.#next(project_id); row; row = this.#next(project_id)) {
        const org_id = this.#org_id();
        if (org_id === null) return false;
        const { seq, events_json, contacts_json, ...report } = row;
        await this.#deliver({
          ...{ project_id, org_id, ...report },
          events: JSON.parse(events_json) as LateReport["events"],
          ...(contacts_json !== null && { contacts: JSON.parse(contacts_json) as LateReport["contacts"] }),
        });
        // All may have been deleted meanwhile.
        if (!this.#waiting.has(project_id)) return false;
        this.#sql.exec("DELETE FROM late_report WHERE seq = ?", seq);
      }
      this.#waiting.delete(project_id);
      return true;
    } catch (error) {
      waiting.due = Date.now() + backoff(waiting.failures);
      waiting.failures += 1;
      logError("store_late", error, { project_id });
      return false;
    }
  }

  #next(project_id: number): Row | undefined {
    const sql =
      "SELECT seq, session_id, batch, at, events_json, contacts_json FROM late_report WHERE project_id = ? ORDER BY seq LIMIT 1";
    return this.#sql.exec<Row & Record<string, SqlStorageValue>>(sql, project_id).toArray()[0];
  }
}
