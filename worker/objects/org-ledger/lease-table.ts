import { LATE_EVENT_SECONDS } from "../../../shared/limits.ts";
import type { Lease, LeaseRequest } from "./rpc.ts";
import { visitorOf } from "./trust.ts";

/** An ended lease is kept for what may still come of it, and an hour more, in which it counts for its visitor. */
const KEEP_ENDED_MS = (LATE_EVENT_SECONDS + 3_600) * 1000;

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

/** Statements on the table of leases. */
export class LeaseTable {
  readonly #sql: SqlStorage;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
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

  endedBy(visitor: string, since: number): Lease[] {
    return this.#sql
      .exec("SELECT * FROM lease WHERE visitor = ? AND ended_at > ?", visitor, since)
      .toArray()
      .map(toLease);
  }

  write(lease: Lease): void {
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

  /** Those whose newest revision D1 does not have. */
  unpublished(limit: number): Lease[] {
    return this.#sql
      .exec("SELECT * FROM lease WHERE published_revision < revision LIMIT ?", limit)
      .toArray()
      .map(toLease);
  }

  published(leases: Lease[]): void {
    this.#sql.exec(
      `UPDATE lease SET published_revision = MAX(published_revision, published.value ->> 1)
       FROM json_each(?) AS published WHERE session_id = published.value ->> 0`,
      JSON.stringify(leases.map(({ session_id, revision }) => [session_id, revision])),
    );
  }

  /** Deletes leases that accept no more events and that D1 has. */
  forget(now: number): void {
    this.#sql.exec("DELETE FROM lease WHERE ended_at < ? AND published_revision >= revision", now - KEEP_ENDED_MS);
  }

  /** When the next lease may be deleted, unix milliseconds. */
  nextForgotten(): number {
    const [row] = this.#sql.exec("SELECT MIN(ended_at) AS oldest FROM lease WHERE ended_at IS NOT NULL").toArray();
    return row?.oldest == null ? Number.POSITIVE_INFINITY : Number(row.oldest) + KEEP_ENDED_MS + 1;
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
}
