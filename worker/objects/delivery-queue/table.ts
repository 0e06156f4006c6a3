// Long: every statement of the tables of one queue, and what a row of them is.

import type { Attempt, Delivery, DeliveryState, LastFailure } from "../../../shared/webhooks.ts";
import type { AttemptOutcome } from "./engine.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { DeliveryWhole, Erasure, NewDelivery, Target } from "./rpc.ts";

/** Attempts that are remembered of one delivery. */
const HISTORY = 20;
/** Deliveries that are looked through for one that was accepted. */
const NEWEST = 100;

type Row = Record<string, SqlStorageValue>;

/** A delivery that may be sent now. */
export interface Due {
  seq: number;
  id: string;
  session_id: string | null;
  body: string;
  attempts: number;
  once: boolean;
  /** An organization that the project has left; `null` for the present one. */
  org_id: number | null;
}

/** Whether an earlier delivery of its session waits. Only one of a session is due at a time. */
const IS_BEHIND = `EXISTS (SELECT 1 FROM delivery AS before WHERE before.session_id = delivery.session_id
  AND before.status = 'pending' AND before.seq < delivery.seq)`;

interface News {
  switched_off: boolean;
  last_failure: LastFailure;
  /** Whether D1 has it. */
  told?: boolean;
}

const attemptsOf = (row: Row): Attempt[] => JSON.parse(String(row.history_json)) as Attempt[];

const shown = (row: Row, webhook_id: number): Delivery => ({
  id: String(row.id),
  webhook_id,
  event: String(row.event),
  session_id: row.session_id as string | null,
  status: row.status as DeliveryState,
  attempts: row.attempts as number,
  last_attempt: attemptsOf(row).at(-1) ?? null,
  next_attempt_at: row.next_at as number | null,
  created_at: row.created_at as number,
});

/** The queue's tables, made with the first delivery. */
export class DeliveryTable {
  readonly #sql: SqlStorage;
  #ready = false;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Whether the tables exist; creates none, but brings those of an older version up to date. */
  exists(): boolean {
    if (this.#ready) return true;
    const rows = this.#sql
      .exec("SELECT name FROM sqlite_master WHERE name IN ('delivery', 'target_before')")
      .toArray()
      .map(({ name }) => name);
    if (!rows.includes("delivery")) return false;
    if (!rows.includes("target_before")) this.#sql.exec(MIGRATIONS[1]);
    this.#ready = true;
    return true;
  }

  /** Call it after the storage was emptied. */
  dropped(): void {
    this.#ready = false;
  }

  migrate(): void {
    if (this.exists()) return;
    for (const statements of MIGRATIONS) this.#sql.exec(statements);
    this.#ready = true;
  }

  webhook(): { target: Target; failing_since: number | null } | null {
    if (!this.exists()) return null;
    const [row] = this.#sql.exec("SELECT target_json, failing_since FROM webhook").toArray();
    return row
      ? { target: JSON.parse(String(row.target_json)), failing_since: row.failing_since as number | null }
      : null;
  }

  writeTarget(target: Target, failing_since: number | null): void {
    this.#sql.exec(
      `INSERT INTO webhook (id, target_json, failing_since) VALUES (0, ?, ?)
       ON CONFLICT (id) DO UPDATE SET target_json = excluded.target_json, failing_since = excluded.failing_since`,
      JSON.stringify(target),
      failing_since,
    );
  }

  /** The last failure, if no delivery was accepted since, or its end is not reported yet. */
  news(): News | null {
    if (!this.exists()) return null;
    const [row] = this.#sql.exec("SELECT news_json FROM webhook WHERE news_json IS NOT NULL").toArray();
    return row ? JSON.parse(String(row.news_json)) : null;
  }

  unreported(): News | null {
    const news = this.news();
    return news?.told ? null : news;
  }

  writeNews(news: News | null): void {
    this.#sql.exec("UPDATE webhook SET news_json = ?", news === null ? null : JSON.stringify(news));
  }

  /** @param before the organization, of those that the project has left, whose delivery it is */
  insert(
    { id, event, session_id, contact_id, body, created_at }: NewDelivery,
    once: boolean,
    before: number | null = null,
  ): void {
    this.#sql.exec(
      `INSERT INTO delivery (id, event, session_id, contact_id, body, once, next_at, created_at, org_id)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6,
         CASE WHEN EXISTS (SELECT 1 FROM delivery WHERE session_id = ?3 AND status = 'pending') THEN NULL ELSE ?7 END,
         ?7, ?8
       WHERE true ON CONFLICT (id) DO NOTHING`,
      ...[id, event, session_id, contact_id, body, once ? 1 : 0, created_at, before],
    );
  }

  /** Deliveries that are due, the longest due first. */
  due(now: number, limit: number): Due[] {
    if (!this.exists()) return [];
    return this.#sql
      .exec(
        `SELECT seq, id, session_id, body, attempts, once, org_id FROM delivery WHERE next_at <= ? ORDER BY next_at, seq LIMIT ?`,
        ...[now, limit],
      )
      .toArray()
      .map((row) => ({ ...(row as unknown as Due), once: row.once === 1 }));
  }

  dueById(id: string): Due | null {
    const [row] = this.#sql
      .exec(
        "SELECT seq, id, session_id, body, attempts, once, org_id FROM delivery WHERE id = ? AND next_at IS NOT NULL",
        id,
      )
      .toArray();
    return row ? { ...(row as unknown as Due), once: row.once === 1 } : null;
  }

  nextDue(): number | null {
    if (!this.exists()) return null;
    const [row] = this.#sql.exec("SELECT MIN(next_at) AS next FROM delivery WHERE next_at IS NOT NULL").toArray();
    return (row?.next ?? null) as number | null;
  }

  /** Notes an attempt that decides nothing. */
  writeHistory({ seq }: Due, attempt: Attempt): void {
    const [row] = this.#sql.exec("SELECT history_json FROM delivery WHERE seq = ?", seq).toArray();
    if (!row) return;
    const history = [...attemptsOf(row), attempt].slice(-HISTORY);
    this.#sql.exec("UPDATE delivery SET history_json = ? WHERE seq = ?", ...[JSON.stringify(history), seq]);
  }

  /** Notes an attempt and what it means. What was erased meanwhile stays erased. */
  writeAttempt(due: Due, attempt: Attempt, outcome: AttemptOutcome): void {
    this.writeHistory(due, attempt);
    this.#sql.exec(
      `UPDATE delivery SET status = ?2, attempts = ?3, next_at = CASE WHEN ${IS_BEHIND} THEN NULL ELSE ?4 END WHERE seq = ?1`,
      ...[due.seq, outcome.status, due.attempts + 1, outcome.next_attempt_at],
    );
    if (outcome.status !== "pending" && due.session_id !== null) this.#releaseNext(due.session_id, attempt.at);
  }

  /** Makes a session's next delivery due, if none before it waits. */
  #releaseNext(session_id: string, now: number): void {
    this.#sql.exec(
      `UPDATE delivery SET next_at = ?2 WHERE next_at IS NULL AND seq =
         (SELECT MIN(seq) FROM delivery WHERE session_id = ?1 AND status = 'pending')`,
      ...[session_id, now],
    );
  }

  /** The webhook is switched off: every waiting delivery of its present organization fails with this detail. */
  failWaiting(detail: string, now: number): void {
    this.#sql.exec(
      `UPDATE delivery SET status = 'failed', next_at = NULL,
         history_json = json_insert(history_json, '$[#]', json_object('at', ?1, 'status', NULL, 'detail', ?2, 'ms', 0))
       WHERE status = 'pending' AND org_id IS NULL`,
      ...[now, detail],
    );
  }

  /** @returns its place, `null` where there is none of this id */
  replay(id: string, now: number): number | null {
    const [row] = this.#sql
      .exec<{ seq: number; session_id: string | null }>(
        `UPDATE delivery SET status = 'pending', attempts = 0, once = 0,
           next_at = CASE WHEN ${IS_BEHIND} THEN NULL ELSE ?2 END WHERE id = ?1 RETURNING seq, session_id`,
        ...[id, now],
      )
      .toArray();
    if (!row) return null;
    // Later ones wait for it: many of one session would stand before those of others.
    this.#sql.exec(
      "UPDATE delivery SET next_at = NULL WHERE session_id = ? AND seq > ? AND next_at IS NOT NULL",
      ...[row.session_id, row.seq],
    );
    return row.seq;
  }

  /** @param own only those of the present organization */
  list(
    before: number | null,
    limit: number,
    webhook_id: number,
    own: boolean,
  ): { items: Delivery[]; next: number | null } {
    const rows = this.#sql
      .exec(
        `SELECT seq, id, event, session_id, status, attempts, history_json, next_at, created_at FROM delivery
         WHERE seq < ? AND (NOT ? OR org_id IS NULL) ORDER BY seq DESC LIMIT ?`,
        ...[before ?? Number.MAX_SAFE_INTEGER, own ? 1 : 0, limit + 1],
      )
      .toArray();
    const items = rows.slice(0, limit);
    const next = rows.length > limit ? (items.at(-1)?.seq as number) : null;
    return { items: items.map((row) => shown(row, webhook_id)), next };
  }

  read(id: string, webhook_id: number, own = false): DeliveryWhole | null {
    const [row] = this.#sql
      .exec("SELECT * FROM delivery WHERE id = ? AND (NOT ? OR org_id IS NULL)", ...[id, own ? 1 : 0])
      .toArray();
    return row ? { ...shown(row, webhook_id), history: attemptsOf(row), body: String(row.body) } : null;
  }

  counts(): { pending: number; failed: number } {
    const rows = this.#sql.exec("SELECT status, COUNT(*) AS n FROM delivery GROUP BY status").toArray();
    const of = (status: DeliveryState) => Number(rows.find((row) => row.status === status)?.n ?? 0);
    return { pending: of("pending"), failed: of("failed") };
  }

  /** The first accepted attempt after `at`, of the newest deliveries to the present organization's address. */
  acceptedAfter(at: number): number | null {
    const [row] = this.#sql
      .exec<{ at: number | null }>(
        `SELECT MIN(tried.value ->> 'at') AS at
         FROM (SELECT history_json FROM delivery WHERE status = 'delivered' AND org_id IS NULL ORDER BY seq DESC LIMIT ?1) AS newest,
           json_each(newest.history_json) AS tried
         WHERE tried.value ->> 'detail' IS NULL AND tried.value ->> 'at' > ?2`,
        ...[NEWEST, at],
      )
      .toArray();
    return row?.at ?? null;
  }

  /** Deletes so many of those that were accepted, else of those that failed, the oldest; none that waits. */
  dropOldest(limit: number): void {
    const sql = `DELETE FROM delivery WHERE seq IN
      (SELECT seq FROM delivery WHERE status = ? ORDER BY created_at LIMIT ?) RETURNING seq`;
    const left = limit - this.#sql.exec(sql, "delivered", limit).toArray().length;
    if (left > 0) this.#sql.exec(sql, "failed", left);
  }

  /** @returns how many were deleted */
  erase({ session_ids = [], done_session_ids = [], contact_ids = [], done_before }: Erasure): number {
    const gone = this.#sql
      .exec(
        `DELETE FROM delivery WHERE session_id IN (SELECT value FROM json_each(?1))
           OR contact_id IN (SELECT value FROM json_each(?2))
           OR (status <> 'pending' AND (session_id IN (SELECT value FROM json_each(?3)) OR created_at < ?4))
         RETURNING session_id, status`,
        ...[JSON.stringify(session_ids), JSON.stringify(contact_ids), JSON.stringify(done_session_ids)],
        done_before ?? 0,
      )
      .toArray();
    // A delivery that waited for a deleted one is due now.
    const sessions = new Set(gone.map((row) => (row.status === "pending" ? row.session_id : null)));
    for (const id of sessions) if (id !== null) this.#releaseNext(String(id), Date.now());
    return gone.length;
  }
}
