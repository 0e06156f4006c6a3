// Long: every statement on the tables of the ledger stands here, and nowhere else.
import { LATE_EVENT_SECONDS } from "../../../shared/limits.ts";
import { type DayUsage, scopesOf } from "./caps.ts";
import type { Account, Changes, GrantOperation, LedgerArchive } from "./changes.ts";
import type { Lease, LeaseRequest, LedgerEntry, LedgerNotice, Publication, Terms } from "./rpc.ts";
import { visitorOf } from "./trust.ts";

/**
 * The ledger's tables, created by the first grant or session: an object that was only read stores nothing.
 * Fields of a lease that hardly ever change are stored together in `opening_json`: adding one needs no migration.
 */
const MIGRATIONS = [
  `CREATE TABLE account (
     id INTEGER PRIMARY KEY CHECK (id = 0),
     terms_json TEXT NOT NULL,
     balance INTEGER NOT NULL CHECK (balance >= 0),
     last_entry INTEGER NOT NULL,
     -- D1 has every entry up to this one.
     published_entry INTEGER NOT NULL DEFAULT 0
   );
   CREATE TABLE lease (
     session_id TEXT PRIMARY KEY,
     opening_json TEXT NOT NULL,
     state TEXT NOT NULL,
     end_reason TEXT,
     connected_at INTEGER,
     last_sign_at INTEGER,
     ended_at INTEGER,
     reserved INTEGER NOT NULL,
     charged INTEGER,
     call_id TEXT,
     revision INTEGER NOT NULL,
     published_revision INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE TABLE entry (
     id INTEGER PRIMARY KEY,
     amount INTEGER NOT NULL,
     kind TEXT NOT NULL,
     -- One charge a session: a second one fails here whatever the engine thinks.
     session_id TEXT UNIQUE,
     note TEXT,
     at INTEGER NOT NULL
   );
   CREATE TABLE operation (
     operation TEXT PRIMARY KEY,
     body_json TEXT NOT NULL
   ) WITHOUT ROWID;`,
  `ALTER TABLE account ADD COLUMN last_grant_json TEXT;
   ALTER TABLE account ADD COLUMN low_told INTEGER NOT NULL DEFAULT 0;
   -- Of a charge: the project, key and channel it is for, as a list.
   ALTER TABLE entry ADD COLUMN scopes_json TEXT;
   CREATE TABLE day_usage (
     scope TEXT PRIMARY KEY,
     day TEXT NOT NULL,
     sessions INTEGER NOT NULL,
     charged INTEGER NOT NULL,
     told_json TEXT NOT NULL
   ) WITHOUT ROWID;
   -- What owners are to hear; gone when D1 has it.
   CREATE TABLE notice (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT NOT NULL UNIQUE,
     body_json TEXT NOT NULL
   );`,
  `ALTER TABLE lease ADD COLUMN visitor TEXT NOT NULL DEFAULT '';
   CREATE INDEX lease_by_visitor ON lease (visitor, ended_at) WHERE ended_at IS NOT NULL;
   -- Calls that are still to be ended at their vendors.
   CREATE TABLE hang_up (
     session_id TEXT PRIMARY KEY,
     tries INTEGER NOT NULL,
     due INTEGER NOT NULL
   ) WITHOUT ROWID;`,
];

/** Rows of one publication to D1. */
const BATCH = 200;
/** An ended lease is kept for what may still come of it, and an hour more, in which it counts for its visitor. */
const KEEP_ENDED_MS = (LATE_EVENT_SECONDS + 3_600) * 1000;
/** A call that cannot be ended is tried again after 2 s, then at growing distances, for about an hour. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 300_000;
const MAX_TRIES = 19;

const ENTRY = "id, amount, kind, session_id, note, at";

type Row = Record<string, SqlStorageValue>;
type Fixed = LeaseRequest & Pick<Lease, "org_id" | "rate" | "started_at">;

const toLease = (row: Row): Lease => ({
  ...(JSON.parse(String(row.opening_json)) as Fixed),
  state: row.state as Lease["state"],
  end_reason: row.end_reason as Lease["end_reason"],
  connected_at: row.connected_at as number | null,
  last_sign_at: row.last_sign_at as number | null,
  ended_at: row.ended_at as number | null,
  reserved: row.reserved as number,
  charged: row.charged as number | null,
  call_id: row.call_id as string | null,
  revision: row.revision as number,
});

/** Whom a charge is for; its lease ends in the same call. */
function scopesJson(leases: Lease[], session_id: string | null): string | null {
  const lease = session_id === null ? undefined : leases.find((one) => one.session_id === session_id);
  return lease ? JSON.stringify(scopesOf(lease)) : null;
}

export class LedgerTable implements LedgerArchive {
  readonly #sql: SqlStorage;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'account'").toArray().length > 0;
  }

  migrate(): void {
    this.#sql.exec("CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY)");
    const [row] = this.#sql.exec("SELECT COALESCE(MAX(version), 0) AS version FROM migration").toArray();
    const done = Number(row?.version ?? 0);
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index < done) continue;
      this.#sql.exec(statements);
      this.#sql.exec("INSERT INTO migration (version) VALUES (?)", index + 1);
    }
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

  live(): Lease[] {
    return this.#sql.exec("SELECT * FROM lease WHERE ended_at IS NULL").toArray().map(toLease);
  }

  ended(session_id: string): Lease | null {
    const [row] = this.#sql
      .exec("SELECT * FROM lease WHERE session_id = ? AND ended_at IS NOT NULL", session_id)
      .toArray();
    return row ? toLease(row) : null;
  }

  /** Of books that were begun before grants were noted. */
  #lastGrant(): Account["last_grant"] {
    const [row] = this.#sql
      .exec("SELECT id AS entry, amount FROM entry WHERE kind = 'grant' ORDER BY id DESC LIMIT 1")
      .toArray();
    return row ? (row as unknown as { entry: number; amount: number }) : null;
  }

  usages(day: string): DayUsage[] {
    return this.#sql
      .exec("SELECT * FROM day_usage WHERE day = ?", day)
      .toArray()
      .map(({ told_json, ...row }) => ({ ...(row as unknown as DayUsage), told: JSON.parse(String(told_json)) }));
  }

  chargedSince(scope: string, at: number): { sessions: number; charged: number } {
    const found = { sessions: 0, charged: 0 };
    // The newest first, and no further back than asked for.
    for (const row of this.#sql.exec("SELECT amount, kind, at, scopes_json FROM entry ORDER BY id DESC")) {
      if (Number(row.at) < at) break;
      if (row.kind !== "charge" || row.scopes_json === null) continue;
      if (!(JSON.parse(String(row.scopes_json)) as string[]).includes(scope)) continue;
      found.sessions += 1;
      found.charged -= Number(row.amount);
    }
    return found;
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

  /** The caller wraps it in a transaction: all of a call's changes are kept, or none. */
  write({ account, leases, entries, operations, hang_ups, usages, notices }: Changes, now: number): void {
    if (account)
      this.#sql.exec(
        `INSERT INTO account (id, terms_json, balance, last_entry, last_grant_json, low_told) VALUES (0, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET
           terms_json = excluded.terms_json, balance = excluded.balance, last_entry = excluded.last_entry,
           last_grant_json = excluded.last_grant_json, low_told = excluded.low_told`,
        ...[JSON.stringify(account.terms), account.balance, account.last_entry],
        ...[JSON.stringify(account.last_grant), account.low_told ? 1 : 0],
      );
    for (const lease of leases) this.#writeLease(lease);
    for (const { id, amount, kind, session_id, note, at } of entries)
      this.#sql.exec(
        `INSERT INTO entry (${ENTRY}, scopes_json) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[id, amount, kind, session_id, note, at, scopesJson(leases, session_id)],
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
    for (const session_id of hang_ups)
      this.#sql.exec(
        "INSERT INTO hang_up (session_id, tries, due) VALUES (?, 1, ?) ON CONFLICT (session_id) DO NOTHING",
        ...[session_id, now + FIRST_RETRY_MS],
      );
  }

  endedBy(visitor: string, since: number): Lease[] {
    return this.#sql
      .exec("SELECT * FROM lease WHERE visitor = ? AND ended_at > ?", visitor, since)
      .toArray()
      .map(toLease);
  }

  /** When the next call is to be ended that could not be ended so far, unix milliseconds. */
  nextHangUp(): number {
    const [row] = this.#sql.exec("SELECT MIN(due) AS due FROM hang_up").toArray();
    return row?.due == null ? Number.POSITIVE_INFINITY : Number(row.due);
  }

  /** Takes the calls that are due; each is due again later, should nobody say that it was ended. */
  takeHangUps(now: number): Lease[] {
    const due = this.#sql.exec("SELECT session_id, tries FROM hang_up WHERE due <= ? LIMIT ?", now, BATCH).toArray();
    for (const { session_id, tries } of due)
      if (Number(tries) >= MAX_TRIES) this.hungUp(String(session_id));
      else
        this.#sql.exec(
          "UPDATE hang_up SET tries = tries + 1, due = ? WHERE session_id = ?",
          ...[now + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Number(tries)), session_id as string],
        );
    return due.flatMap(({ session_id }) => this.ended(String(session_id)) ?? []);
  }

  hungUp(session_id: string): void {
    this.#sql.exec("DELETE FROM hang_up WHERE session_id = ?", session_id);
  }

  /** What D1 does not have yet, the oldest first; `null` when it has all. */
  unpublished(org_id: number): Publication | null {
    const entries = this.#sql
      .exec(`SELECT ${ENTRY} FROM entry WHERE id > (SELECT published_entry FROM account) ORDER BY id LIMIT ?`, BATCH)
      .toArray() as unknown as LedgerEntry[];
    const sessions = this.#sql
      .exec("SELECT * FROM lease WHERE published_revision < revision LIMIT ?", BATCH)
      .toArray()
      .map(toLease);
    const notices = this.#sql
      .exec("SELECT body_json FROM notice ORDER BY seq LIMIT ?", BATCH)
      .toArray()
      .map(({ body_json }) => JSON.parse(String(body_json)) as LedgerNotice);
    const size = entries.length + sessions.length + notices.length;
    return size === 0 ? null : { org_id, entries, sessions, notices };
  }

  acknowledge({ entries, sessions, notices }: Publication): void {
    if (notices.length > 0)
      this.#sql.exec(
        "DELETE FROM notice WHERE key IN (SELECT value FROM json_each(?))",
        JSON.stringify(notices.map(({ key }) => key)),
      );
    const newest = entries.at(-1);
    if (newest) this.#sql.exec("UPDATE account SET published_entry = MAX(published_entry, ?)", newest.id);
    if (sessions.length > 0)
      this.#sql.exec(
        `UPDATE lease SET published_revision = MAX(published_revision, published.value ->> 1)
         FROM json_each(?) AS published WHERE session_id = published.value ->> 0`,
        JSON.stringify(sessions.map(({ session_id, revision }) => [session_id, revision])),
      );
  }

  /** Deletes leases that accept no more events and that D1 has. */
  forget(now: number): void {
    this.#sql.exec("DELETE FROM lease WHERE ended_at < ? AND published_revision >= revision", now - KEEP_ENDED_MS);
  }

  /** Only in ended leases; the engine holds the live ones. */
  forgetSubject(project_id: number, subjects: string[]): void {
    this.#sql.exec(
      `UPDATE lease SET opening_json = json_set(opening_json, '$.subject', NULL)
       WHERE ended_at IS NOT NULL AND opening_json ->> '$.project_id' = ?
         AND opening_json ->> '$.subject' IN (SELECT value FROM json_each(?))`,
      project_id,
      JSON.stringify(subjects),
    );
  }

  /** When the next lease may be deleted, unix milliseconds. */
  nextForgotten(): number {
    const [row] = this.#sql.exec("SELECT MIN(ended_at) AS oldest FROM lease WHERE ended_at IS NOT NULL").toArray();
    return row?.oldest == null ? Number.POSITIVE_INFINITY : Number(row.oldest) + KEEP_ENDED_MS + 1;
  }

  #writeLease(lease: Lease): void {
    const { state, end_reason, connected_at, last_sign_at, ended_at, reserved, charged, call_id, revision, ...fixed } =
      lease;
    this.#sql.exec(
      `INSERT INTO lease (session_id, opening_json, state, end_reason, connected_at, last_sign_at, ended_at, reserved,
         charged, call_id, revision, visitor)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (session_id) DO UPDATE SET
         state = excluded.state, end_reason = excluded.end_reason, connected_at = excluded.connected_at,
         opening_json = excluded.opening_json, last_sign_at = excluded.last_sign_at, ended_at = excluded.ended_at, reserved = excluded.reserved,
         charged = excluded.charged, call_id = excluded.call_id, revision = excluded.revision`,
      ...[lease.session_id, JSON.stringify(fixed), state, end_reason, connected_at, last_sign_at, ended_at, reserved],
      ...[charged, call_id, revision, visitorOf(lease)],
    );
  }
}
