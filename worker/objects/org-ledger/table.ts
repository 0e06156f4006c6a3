import type { Rows } from "../table-rows.ts";
import type { LedgerEntry, LedgerNotice, Terms } from "./account.ts";
import { type DayUsage, scopesOf } from "./caps.ts";
import type { Account, Changes, GrantOperation, KeptBytes, LedgerArchive } from "./changes.ts";
import { HangUpTable } from "./hang-up-table.ts";
import { BATCH } from "./in-pieces.ts";
import type { Lease } from "./lease.ts";
import { LeaseTable } from "./lease-table.ts";
import { migrate } from "./migrations.ts";
import type { FollowUpBatch, Publication } from "./outside.ts";

const ENTRY = "id, amount, kind, session_id, note, person_seconds, at";

/** Whom a charge is for; its lease ends in the same call. */
function scopesJson(leases: Lease[], session_id: string | null): string | null {
  const lease = session_id === null ? undefined : leases.find((one) => one.session_id === session_id);
  return lease ? JSON.stringify(scopesOf(lease)) : null;
}

/** What the ledger stores: the account, its entries and notices here, leases and hang-ups in tables of their own. */
export class LedgerTable implements LedgerArchive {
  readonly leases: LeaseTable;
  readonly hangUps: HangUpTable;
  readonly #sql: SqlStorage;
  #there = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.leases = new LeaseTable(sql);
    this.hangUps = new HangUpTable(sql);
  }

  /** Asked often: what is there stays until all is deleted. */
  exists(): boolean {
    this.#there ||=
      this.#sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'account'").toArray().length > 0;
    return this.#there;
  }

  dropped(): void {
    this.#there = false;
  }

  migrate(): void {
    migrate(this.#sql);
  }

  account(): Account | null {
    const [row] = this.#sql.exec("SELECT * FROM account").toArray();
    if (!row) return null;
    return {
      terms: JSON.parse(String(row.terms_json)) as Terms,
      balance: row.balance as number,
      last_entry: row.last_entry as number,
      last_grant: row.last_grant_json ? JSON.parse(String(row.last_grant_json)) : this.#lastGrant(),
      low_told: row.low_told === 1,
    };
  }

  /** Of ledgers that were begun before grants were noted. */
  #lastGrant(): Account["last_grant"] {
    const [row] = this.#sql
      .exec("SELECT id AS entry, amount FROM entry WHERE kind = 'grant' ORDER BY id DESC LIMIT 1")
      .toArray();
    return row ? (row as unknown as { entry: number; amount: number }) : null;
  }

  /** A session that runs, or has ended and is not yet forgotten. */
  lease(session_id: string): Lease | null {
    return this.leases.lease(session_id);
  }

  ended(session_id: string): Lease | null {
    const lease = this.lease(session_id);
    return lease?.ended_at == null ? null : lease;
  }

  endedBy(visitor: string, since: number): Lease[] {
    return this.leases.endedBy(visitor, since);
  }

  keptSince(what: KeptBytes, since: number): { visitor: string; bytes: number }[] {
    return this.leases.keptSince(what, since);
  }

  usages(day: string): DayUsage[] {
    return this.#sql
      .exec("SELECT * FROM day_usage WHERE day = ?", day)
      .toArray()
      .map(({ told_json, ...row }) => ({ ...(row as unknown as DayUsage), told: JSON.parse(String(told_json)) }));
  }

  chargedSince(scope: string, at: number): { sessions: number; charged: number } {
    const sums = { sessions: 0, charged: 0 };
    // The newest first, and no further back than asked for.
    for (const row of this.#sql.exec("SELECT amount, kind, at, scopes_json FROM entry ORDER BY id DESC")) {
      if (Number(row.at) < at) break;
      if (row.kind !== "charge" || row.scopes_json === null) continue;
      if (!(JSON.parse(String(row.scopes_json)) as string[]).includes(scope)) continue;
      sums.sessions += 1;
      sums.charged -= Number(row.amount);
    }
    return sums;
  }

  operation(operation: string): GrantOperation | null {
    const [row] = this.#sql.exec("SELECT body_json FROM operation WHERE operation = ?", operation).toArray();
    return row ? (JSON.parse(String(row.body_json)) as GrantOperation) : null;
  }

  entries(before: number | null, limit: number): LedgerEntry[] {
    return this.#sql
      .exec(
        `SELECT ${ENTRY} FROM entry WHERE id < ? ORDER BY id DESC LIMIT ?`,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .toArray() as unknown as LedgerEntry[];
  }

  /** Id of the newest entry, 0 before the first. */
  newestEntry(): number {
    return Number(this.#sql.exec("SELECT COALESCE(MAX(id), 0) AS id FROM entry").one().id);
  }

  /** Whole rows, as a backup holds them, the oldest first: those after `after`, up to `last`. */
  entryRows(after: number, last: number, limit: number): Rows[string] {
    return this.#sql
      .exec("SELECT * FROM entry WHERE id > ? AND id <= ? ORDER BY id LIMIT ?", after, last, limit)
      .toArray() as Rows[string];
  }

  /** Whether nobody has ever been charged here, and nobody talks. */
  isUntouched(): boolean {
    return (
      this.#sql.exec("SELECT 1 FROM lease LIMIT 1").toArray().length === 0 &&
      this.#sql.exec("SELECT 1 FROM entry WHERE kind = 'charge' LIMIT 1").toArray().length === 0
    );
  }

  /** The caller wraps it in a transaction: all of a call's changes are kept, or none. */
  write({ account, leases, revised, entries, operations, hang_ups, usages, notices }: Changes, now: number): void {
    if (account) this.#writeAccount(account);
    for (const lease of leases) this.leases.write(lease, revised.has(lease.session_id));
    for (const { id, amount, kind, session_id, note, person_seconds, at } of entries)
      this.#sql.exec(
        `INSERT INTO entry (${ENTRY}, scopes_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, amount, kind, session_id, note, person_seconds, at, scopesJson(leases, session_id)],
      );
    for (const operation of operations)
      this.#sql.exec(
        "INSERT INTO operation (operation, body_json) VALUES (?, ?)",
        operation.operation,
        JSON.stringify(operation),
      );
    for (const { scope, day, sessions, charged, told } of usages)
      this.#sql.exec(
        "INSERT OR REPLACE INTO day_usage (scope, day, sessions, charged, told_json) VALUES (?, ?, ?, ?, ?)",
        ...[scope, day, sessions, charged, JSON.stringify(told)],
      );
    for (const notice of notices)
      this.#sql.exec(
        "INSERT INTO notice (key, body_json) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
        ...[notice.key, JSON.stringify(notice)],
      );
    for (const call of hang_ups) this.hangUps.add(call, now);
  }

  /**
   * What D1 and the stores do not have yet, the oldest first; `null` when they have all.
   * @param except no sessions of these projects; `null` for no entries
   */
  unpublished(org_id: number, except: ReadonlySet<number | null>): Publication | null {
    const entries = except.has(null)
      ? []
      : (this.#sql
          .exec(
            `SELECT ${ENTRY} FROM entry WHERE id > (SELECT published_entry FROM account) ORDER BY id LIMIT ?`,
            BATCH,
          )
          .toArray() as unknown as LedgerEntry[]);
    const sessions = this.leases.unpublished(BATCH, except);
    return entries.length + sessions.length === 0 ? null : { org_id, entries, sessions };
  }

  /**
   * What is published and waits for its follow-up, the oldest first; `null` when there is nothing.
   * @param except not of these projects; `null` for notices to all projects
   */
  nextFollowUps(except: ReadonlySet<number | null>): FollowUpBatch | null {
    const ended = this.leases.awaitingFollowUp(BATCH, except);
    const notices = this.#sql
      .exec(
        `SELECT body_json FROM notice WHERE IFNULL(body_json ->> '$.project_id', 0) NOT IN (SELECT value FROM json_each(?))
         ORDER BY seq LIMIT ?`,
        ...[JSON.stringify([...except].map((project_id) => project_id ?? 0)), BATCH],
      )
      .toArray()
      .map(({ body_json }) => JSON.parse(String(body_json)) as LedgerNotice);
    if (ended.length + notices.length === 0) return null;
    const [row] = this.#sql.exec("SELECT terms_json ->> '$.org_id' AS org_id FROM account").toArray();
    return { org_id: Number(row?.org_id), ended, notices };
  }

  followedUp({ ended, notices }: FollowUpBatch): void {
    if (notices.length > 0)
      this.#sql.exec(
        "DELETE FROM notice WHERE key IN (SELECT value FROM json_each(?))",
        JSON.stringify(notices.map(({ key }) => key)),
      );
    if (ended.length > 0) this.leases.followedUp(ended);
  }

  /** What D1 and the stores do not have yet, as far as that is known without reading all of it. */
  outbox(): { waiting: number; oldest_at: number | null } {
    const [row] = this.#sql
      .exec("SELECT COUNT(*) AS n, MIN(at) AS at FROM entry WHERE id > (SELECT published_entry FROM account)")
      .toArray();
    const leases = this.leases.outbox(BATCH);
    const ages = [row?.at as number | null, leases.oldest_at].filter((at) => at != null);
    return {
      waiting: Number(row?.n ?? 0) + leases.waiting,
      oldest_at: ages.length === 0 ? null : Math.min(...ages),
    };
  }

  acknowledge({ entries, sessions }: Publication): void {
    const newest = entries.at(-1);
    if (newest) this.#sql.exec("UPDATE account SET published_entry = MAX(published_entry, ?)", newest.id);
    if (sessions.length > 0) this.leases.published(sessions);
  }

  #writeAccount({ terms, balance, last_entry, last_grant, low_told }: Account): void {
    this.#sql.exec(
      `INSERT INTO account (id, terms_json, balance, last_entry, last_grant_json, low_told) VALUES (0, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         terms_json = excluded.terms_json, balance = excluded.balance, last_entry = excluded.last_entry,
         last_grant_json = excluded.last_grant_json, low_told = excluded.low_told`,
      ...[JSON.stringify(terms), balance, last_entry, JSON.stringify(last_grant), low_told ? 1 : 0],
    );
  }
}
