import { THESE } from "../table-rows.ts";
import type { SessionPlace } from "./after-call-rpc.ts";
import type { Moving } from "./moved-table.ts";
import type { SessionCopy, SessionFilter, SessionFound, Visitor } from "./session-rpc.ts";

/** The fields of a copy: its columns. */
const COPIED = [
  ...(["id", "org_id", "project_id", "agent_id", "agent_name", "key_id", "test", "provider", "vendor"] as const),
  ...(["llm_model", "subject", "call_id", "state", "end_reason", "started_at", "connected_at", "ended_at"] as const),
  ...(["charged", "revision"] as const),
] satisfies (keyof SessionCopy)[];
const FOUND = COPIED.filter((name) => name !== "revision")
  .map((name) => `s.${name}`)
  .join(", ");

const TALKED = "(s.ended_at - s.connected_at) / 1000.0";
/** Its parameters are `boundOf`. */
const LET_THROUGH = `(?1 IS NULL OR s.org_id = ?1) AND (?2 IS NULL OR s.agent_id = ?2) AND (?3 IS NULL OR s.started_at >= ?3)
  AND (?4 IS NULL OR s.started_at < ?4) AND (?5 IS NULL OR s.end_reason = ?5)
  AND (?6 IS NULL OR (s.connected_at IS NOT NULL) = ?6) AND (?7 IS NULL OR ${TALKED} >= ?7) AND (?8 IS NULL OR ${TALKED} <= ?8)
  AND (?9 IS NULL OR s.charged >= ?9) AND (?10 IS NULL OR s.charged <= ?10) AND (?11 IS NULL OR s.test = ?11)
  AND (?12 IS NULL OR s.subject = ?12)`;
const flag = (value: boolean | null) => (value === null ? null : Number(value));
const boundOf = (filter: SessionFilter): SqlStorageValue[] => [
  ...[filter.scope, filter.agent, filter.from, filter.until, filter.reason, flag(filter.connected)],
  ...[filter.min_seconds, filter.max_seconds, filter.min_credits, filter.max_credits],
  ...[flag(filter.test), filter.subject],
];

type Selected<Row> = Row & Record<string, SqlStorageValue>;

/** What the ledgers published of sessions. */
export class SessionsTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  #ids<Id extends string | number = string>(sql: string, ...bound: SqlStorageValue[]): Id[] {
    return this.#sql
      .exec<{ id: Id }>(sql, ...bound)
      .toArray()
      .map(({ id }) => id);
  }

  keep(copies: readonly SessionCopy[]): void {
    for (const copy of copies)
      this.#sql.exec(
        `INSERT INTO sessions (${COPIED}) VALUES (${COPIED.map(() => "?")})
         ON CONFLICT (id) DO UPDATE SET
           llm_model = excluded.llm_model, call_id = excluded.call_id, state = excluded.state,
           end_reason = excluded.end_reason, connected_at = excluded.connected_at, ended_at = excluded.ended_at,
           charged = excluded.charged, revision = excluded.revision
         WHERE excluded.revision > sessions.revision AND excluded.org_id = sessions.org_id`,
        ...COPIED.map((name) => copy[name]),
      );
  }

  find(id: string): SessionFound | null {
    const sql = `SELECT ${FOUND} FROM sessions AS s WHERE id = ?`;
    return this.#sql.exec<Selected<SessionFound>>(sql, id).toArray()[0] ?? null;
  }

  /** When these began, unix milliseconds; those that are not here are left out. */
  starts(ids: readonly string[]): [id: string, started_at: number][] {
    return this.#sql
      .exec<{ id: string; started_at: number }>(
        `SELECT id, started_at FROM sessions WHERE id IN (${THESE})`,
        JSON.stringify(ids),
      )
      .toArray()
      .map(({ id, started_at }) => [id, started_at]);
  }

  agentNames(ids: readonly string[], scope: number | null): [id: string, name: string][] {
    return this.#sql
      .exec<{ id: string; agent_name: string }>(
        `SELECT id, agent_name FROM sessions WHERE id IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR org_id = ?2)`,
        JSON.stringify(ids),
        scope,
      )
      .toArray()
      .map(({ id, agent_name }) => [id, agent_name]);
  }

  /** Those of the filter's times, or of its visitor there, behind a place and in its order. */
  behind({ from, until, subject, oldest }: SessionFilter, place: SessionPlace | null, limit: number): SessionPlace[] {
    const [beyond, order] = oldest ? [">", "ASC"] : ["<", "DESC"];
    return this.#sql
      .exec<Selected<SessionPlace>>(
        `SELECT id, started_at FROM sessions WHERE (?1 IS NULL OR started_at >= ?1) AND (?2 IS NULL OR started_at < ?2)
           ${place === null ? "" : `AND (started_at, id) ${beyond} (?4, ?5)`}
           ${subject === null ? "" : `AND subject = ?${place === null ? 4 : 6}`}
         ORDER BY started_at ${order}, id ${order} LIMIT ?3`,
        ...[from, until, limit],
        ...(place === null ? [] : [place.started_at, place.id]),
        ...(subject === null ? [] : [subject]),
      )
      .toArray();
  }

  /** Those of these that the filter lets through, in their order; words and ratings are not looked at. */
  among(ids: readonly string[], filter: SessionFilter, limit: number): SessionFound[] {
    return this.#sql
      .exec<Selected<SessionFound>>(
        `SELECT ${FOUND} FROM json_each(?13) AS w CROSS JOIN sessions AS s ON s.id = w.value
         WHERE ${LET_THROUGH} ORDER BY w.key LIMIT ?14`,
        ...boundOf(filter),
        ...[JSON.stringify(ids), limit],
      )
      .toArray();
  }

  /** Those that have ended and began after an instant, the newest first. */
  ofVisitor({ org_id, agent_id, subject }: Visitor, since: number, limit: number): SessionPlace[] {
    return this.#sql
      .exec<Selected<SessionPlace>>(
        `SELECT id, started_at FROM sessions WHERE subject = ? AND agent_id = ? AND org_id = ? AND state = 'ended' AND started_at > ?
         ORDER BY started_at DESC, id DESC LIMIT ?`,
        ...[subject, agent_id, org_id, since, limit],
      )
      .toArray();
  }

  firstCall(): number | null {
    const sql =
      "SELECT connected_at AS at FROM sessions WHERE connected_at IS NOT NULL AND test = 0 ORDER BY started_at LIMIT 1";
    return this.#sql.exec<{ at: number }>(sql).toArray()[0]?.at ?? null;
  }

  /** Those that ended before an instant and were not emptied yet, the oldest first. */
  toEmpty(before: number, limit: number): string[] {
    return this.#ids(
      `SELECT id FROM sessions WHERE emptied_at IS NULL AND started_at < ?1 AND state = 'ended' AND ended_at < ?1
       ORDER BY started_at LIMIT ?2`,
      ...[before, limit],
    );
  }

  /** When the oldest began that was not emptied yet; `null` where there is none. */
  oldest(): number | null {
    const sql = "SELECT min(started_at) AS at FROM sessions WHERE emptied_at IS NULL";
    return this.#sql.exec<{ at: number | null }>(sql).one().at;
  }

  /** Whose they are. */
  project(): number | null {
    const sql = "SELECT project_id FROM sessions LIMIT 1";
    return this.#sql.exec<{ project_id: number }>(sql).toArray()[0]?.project_id ?? null;
  }

  with(subjects: readonly string[], limit: number): string[] {
    const sql = `SELECT id FROM sessions WHERE subject IN (${THESE}) LIMIT ?`;
    return this.#ids(sql, JSON.stringify(subjects), limit);
  }

  organizationsWith(subjects: readonly string[]): number[] {
    const sql = `SELECT DISTINCT org_id AS id FROM sessions WHERE subject IN (${THESE})`;
    return this.#ids<number>(sql, JSON.stringify(subjects));
  }

  organizationsRunning(): number[] {
    return this.#ids<number>("SELECT DISTINCT org_id AS id FROM sessions WHERE state <> 'ended'");
  }

  markTests(key_ids: readonly number[]): void {
    this.#sql.exec(`UPDATE sessions SET test = 1 WHERE test = 0 AND key_id IN (${THESE})`, JSON.stringify(key_ids));
  }

  /** What they cost stays, tied to nobody. */
  empty(ids: readonly string[], now: number): void {
    this.#sql.exec(
      `UPDATE sessions SET subject = NULL, call_id = NULL, emptied_at = ?1 WHERE id IN (SELECT value FROM json_each(?2))`,
      ...[now, JSON.stringify(ids)],
    );
  }

  isEmptied(id: string): boolean {
    return this.#sql.exec("SELECT 1 FROM sessions WHERE id = ? AND emptied_at IS NOT NULL", id).toArray().length > 0;
  }

  /** Whether it is here and was not emptied. */
  isKept(id: string): boolean {
    return this.#sql.exec("SELECT 1 FROM sessions WHERE id = ? AND emptied_at IS NULL", id).toArray().length > 0;
  }

  /** Of those that have ended and were not emptied, and whose records are here, the oldest that began in [from, before). */
  toMove(from: number, before: number, limit: number): Moving[] {
    return this.#sql
      .exec<Selected<Moving>>(
        `SELECT id, org_id, started_at FROM sessions WHERE emptied_at IS NULL AND started_at >= ? AND started_at < ?
           AND state = 'ended' AND NOT EXISTS (SELECT 1 FROM moved_sessions WHERE session_id = id) ORDER BY started_at LIMIT ?`,
        ...[from, before, limit],
      )
      .toArray();
  }

  /** Deletes rows of the oldest that were emptied and began before an instant. @returns how many */
  dropEmptied(before: number, limit: number): number {
    const sql = `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE emptied_at IS NOT NULL AND started_at < ?
      ORDER BY started_at LIMIT ?) RETURNING id`;
    return this.#ids(sql, before, limit).length;
  }

  /** Something came to one that was emptied already. @returns whether it was */
  fill(id: string): boolean {
    const sql = "UPDATE sessions SET emptied_at = NULL WHERE id = ? AND emptied_at IS NOT NULL";
    return this.#sql.exec(sql, id).rowsWritten > 0;
  }
}
