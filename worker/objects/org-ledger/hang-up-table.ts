import { backoff } from "../backoff.ts";
import type { CallToEnd } from "./changes.ts";

/** A call that cannot be ended is tried again after 2 s, then at growing distances, for about an hour. */
const FIRST_RETRY_MS = 2_000;
const MAX_TRIES = 19;

/** A call that is still to be ended at its vendor. */
export interface HangUpRow extends CallToEnd {
  /** Which try is the next, from 1. */
  tries: number;
  /** When that is to be, at the latest; unix milliseconds. */
  due: number;
}

/** A session has one last call, and any number of which another took the place. */
const placeOf = ({ session_id, call_id }: CallToEnd) =>
  call_id === null
    ? { table: "hang_up", names: [session_id], columns: "session_id", row: "session_id = ?" }
    : {
        table: "displaced_call",
        names: [session_id, call_id],
        columns: "session_id, call_id",
        row: "session_id = ? AND call_id = ?",
      };

/** Calls that are still to be ended at their vendors: a ledger that has lost its memory continues with them. */
export class HangUpTable {
  readonly #sql: SqlStorage;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add(call: CallToEnd, now: number): void {
    const { table, names, columns } = placeOf(call);
    const marks = names.map(() => "?").join(", ");
    this.#sql.exec(
      `INSERT INTO ${table} (${columns}, tries, due) VALUES (${marks}, 1, ?) ON CONFLICT (${columns}) DO NOTHING`,
      ...[...names, now + FIRST_RETRY_MS],
    );
  }

  all(): HangUpRow[] {
    return this.#sql
      .exec(
        `SELECT session_id, NULL AS call_id, tries, due FROM hang_up
         UNION ALL SELECT session_id, call_id, tries, due FROM displaced_call`,
      )
      .toArray() as unknown as HangUpRow[];
  }

  any(): boolean {
    return this.#sql.exec("SELECT 1 FROM hang_up UNION ALL SELECT 1 FROM displaced_call LIMIT 1").toArray().length > 0;
  }

  /** A try has failed. @returns the next, `null` where it was the last */
  failed(call: HangUpRow, now: number): HangUpRow | null {
    const { session_id, call_id, tries } = call;
    if (tries >= MAX_TRIES) {
      this.done(call);
      return null;
    }
    const due = now + backoff(tries - 1, FIRST_RETRY_MS);
    const { table, names, row } = placeOf(call);
    this.#sql.exec(`UPDATE ${table} SET tries = ?, due = ? WHERE ${row}`, ...[tries + 1, due, ...names]);
    return { session_id, call_id, tries: tries + 1, due };
  }

  done(call: CallToEnd): void {
    const { table, names, row } = placeOf(call);
    this.#sql.exec(`DELETE FROM ${table} WHERE ${row}`, ...names);
  }
}
