import { LATE_EVENT_SECONDS } from "../../../shared/limits.ts";
import type { KeptBytes } from "./changes.ts";
import { visitorOf } from "./forgiveness.ts";
import { BATCH } from "./in-pieces.ts";
import type { Lease, LeaseRequest } from "./lease.ts";

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
  /**
   * Sessions whose newest revision their stores do not have, with their projects. Known in memory, since to look for them cost a
   * reading of every lease each second, and an index would be written twice for each change.
   */
  readonly #unpublished = new Map<string, number>();
  /** Those of them that somebody waits for, and the promise that resolves once their stores have them. */
  readonly #awaited = new Map<string, PromiseWithResolvers<void>>();
  /** Sessions whose end their stores have, and whose follow-up is still to come, with their projects. */
  readonly #awaitingFollowUp = new Map<string, number>();
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Reads those that run, and learns which are not published or not followed up: the only reading of the whole table. */
  load(): Lease[] {
    this.#unpublished.clear();
    this.#awaitingFollowUp.clear();
    const live: Lease[] = [];
    for (const row of this.#sql.exec(
      "SELECT * FROM lease WHERE ended_at IS NULL OR kept_revision < revision OR told = 1",
    )) {
      if (row.told === 1) this.#awaitingFollowUp.set(String(row.session_id), toLease(row).project_id);
      if (Number(row.kept_revision) < Number(row.revision))
        this.#unpublished.set(String(row.session_id), toLease(row).project_id);
      if (row.ended_at === null) live.push(toLease(row));
    }
    this.#resolveAwaited();
    return live;
  }

  lease(session_id: string): Lease | null {
    const [row] = this.#sql.exec("SELECT * FROM lease WHERE session_id = ?", session_id).toArray();
    return row ? toLease(row) : null;
  }

  endedBy(visitor: string, since: number): Lease[] {
    return this.#sql
      .exec("SELECT * FROM lease WHERE visitor = ? AND ended_at > ?", visitor, since)
      .toArray()
      .map(toLease);
  }

  keptSince(what: KeptBytes, since: number): { visitor: string; bytes: number }[] {
    return this.#sql
      .exec<{ visitor: string; bytes: number }>(
        `SELECT visitor, SUM(COALESCE(opening_json ->> ?, 0)) AS bytes FROM lease
         WHERE ended_at IS NULL OR ended_at >= ? GROUP BY 1`,
        what,
        since,
      )
      .toArray();
  }

  /** @param revised whether the published copy must change */
  write(lease: Lease, revised: boolean): void {
    if (revised) this.#unpublished.set(lease.session_id, lease.project_id);
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

  /** Leases whose newest revision is not in their store yet; first those that somebody waits for. @param except not of these projects */
  unpublished(limit: number, except: ReadonlySet<number | null>): Lease[] {
    return this.#first(this.#inTurn(except), limit);
  }

  *#inTurn(except: ReadonlySet<number | null>): Iterable<string> {
    const mayGo = (session_id: string) => !except.has(this.#unpublished.get(session_id) ?? null);
    for (const session_id of this.#awaited.keys()) if (mayGo(session_id)) yield session_id;
    for (const session_id of this.#unpublished.keys())
      if (!this.#awaited.has(session_id) && mayGo(session_id)) yield session_id;
  }

  /** Puts a session before the others. @returns a promise that resolves once its store has it, at once where it has */
  publishedFirst(session_id: string): Promise<void> {
    if (!this.#unpublished.has(session_id)) return Promise.resolve();
    const waiting = this.#awaited.get(session_id) ?? Promise.withResolvers<void>();
    this.#awaited.set(session_id, waiting);
    return waiting.promise;
  }

  #resolveAwaited(): void {
    for (const [session_id, { resolve }] of this.#awaited) {
      if (this.#unpublished.has(session_id)) continue;
      this.#awaited.delete(session_id);
      resolve();
    }
  }

  /** Ended ones that their stores have and that wait for their follow-up, the oldest first. @param except not of these projects */
  awaitingFollowUp(limit: number, except: ReadonlySet<number | null>): Lease[] {
    return this.#first(this.#waitingOf(except), limit);
  }

  *#waitingOf(except: ReadonlySet<number | null>): Generator<string> {
    for (const [session_id, project_id] of this.#awaitingFollowUp) if (!except.has(project_id)) yield session_id;
  }

  followedUp(leases: Lease[]): void {
    this.#sql.exec(
      "UPDATE lease SET told = 2 WHERE session_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(leases.map(({ session_id }) => session_id)),
    );
    for (const { session_id } of leases) this.#awaitingFollowUp.delete(session_id);
  }

  published(leases: Lease[]): void {
    for (const { session_id } of leases) this.#unpublished.delete(session_id);
    const rows = this.#sql.exec(
      `UPDATE lease SET kept_revision = MAX(kept_revision, published.value ->> 1),
         told = MAX(told, published.value ->> 2)
       FROM json_each(?) AS published WHERE session_id = published.value ->> 0
       RETURNING session_id, told, kept_revision < revision AS more`,
      JSON.stringify(
        leases.map(({ session_id, revision, ended_at }) => [session_id, revision, ended_at === null ? 0 : 1]),
      ),
    );
    const projects = new Map(leases.map(({ session_id, project_id }) => [session_id, project_id]));
    for (const { session_id, told, more } of rows) {
      if (told === 1) this.#awaitingFollowUp.set(String(session_id), projects.get(String(session_id)) ?? 0);
      // It changed once more while the copy was under way.
      if (more === 1) this.#unpublished.set(String(session_id), projects.get(String(session_id)) ?? 0);
    }
    this.#resolveAwaited();
  }

  /** How many are not published or not followed up, and since when the oldest of them waits at most; unix milliseconds. */
  outbox(limit: number): { waiting: number; oldest_at: number | null } {
    const ages = [...this.unpublished(limit, new Set()), ...this.awaitingFollowUp(limit, new Set())].map(
      ({ ended_at, connected_at, started_at }) => ended_at ?? connected_at ?? started_at,
    );
    return {
      waiting: this.#unpublished.size + this.#awaitingFollowUp.size,
      oldest_at: ages.length === 0 ? null : Math.min(...ages),
    };
  }

  #first(names: Iterable<string>, limit: number): Lease[] {
    const ids: string[] = [];
    for (const session_id of names) if (ids.push(session_id) === limit) break;
    if (ids.length === 0) return [];
    const places = new Map(ids.map((id, at) => [id, at]));
    return this.#these("SELECT * FROM lease WHERE", ids)
      .map(toLease)
      .sort((one, other) => (places.get(one.session_id) ?? 0) - (places.get(other.session_id) ?? 0));
  }

  #these(statement: string, ids: string[]): Row[] {
    return this.#sql.exec(`${statement} session_id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids)).toArray();
  }

  /** Ended sessions of a deleted project whose calls are all over. */
  forgetProject(project_id: number): void {
    const rows = this.#sql.exec(
      `DELETE FROM lease WHERE ended_at IS NOT NULL AND opening_json ->> '$.project_id' = ?
         AND session_id NOT IN (SELECT session_id FROM hang_up UNION SELECT session_id FROM displaced_call)
       RETURNING session_id`,
      project_id,
    );
    for (const { session_id } of rows) {
      this.#unpublished.delete(String(session_id));
      this.#awaitingFollowUp.delete(String(session_id));
    }
    this.#resolveAwaited();
  }

  /**
   * Deletes leases that accept no more events and are published and followed up, the oldest of them: what is left is due again
   * at once. By the index: the others are not even read.
   */
  forget(now: number): void {
    this.#sql.exec(
      `DELETE FROM lease WHERE session_id IN (
         SELECT session_id FROM lease WHERE ended_at < ? AND kept_revision >= revision AND told <> 1
         ORDER BY ended_at LIMIT ?)`,
      ...[now - KEEP_ENDED_MS, BATCH],
    );
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
