/** A call that cannot be ended is tried again after 2 s, then at growing distances, for about an hour. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 300_000;
const MAX_TRIES = 19;

/** A call that is still to be ended at its vendor. */
export interface HangUpRow {
  session_id: string;
  /** Which try is the next, from 1. */
  tries: number;
  /** When that is to be, at the latest; unix milliseconds. */
  due: number;
}

/** Calls that are still to be ended at their vendors: what a ledger goes on with that has lost its memory. */
export class HangUpTable {
  readonly #sql: SqlStorage;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add(session_id: string, now: number): void {
    this.#sql.exec(
      "INSERT INTO hang_up (session_id, tries, due) VALUES (?, 1, ?) ON CONFLICT (session_id) DO NOTHING",
      ...[session_id, now + FIRST_RETRY_MS],
    );
  }

  all(): HangUpRow[] {
    return this.#sql.exec("SELECT session_id, tries, due FROM hang_up").toArray() as unknown as HangUpRow[];
  }

  any(): boolean {
    return this.#sql.exec("SELECT 1 FROM hang_up LIMIT 1").toArray().length > 0;
  }

  /** A try has failed. @returns the next, `null` where it was the last */
  failed({ session_id, tries }: HangUpRow, now: number): HangUpRow | null {
    if (tries >= MAX_TRIES) {
      this.done(session_id);
      return null;
    }
    const due = now + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
    this.#sql.exec("UPDATE hang_up SET tries = ?, due = ? WHERE session_id = ?", tries + 1, due, session_id);
    return { session_id, tries: tries + 1, due };
  }

  done(session_id: string): void {
    this.#sql.exec("DELETE FROM hang_up WHERE session_id = ?", session_id);
  }
}
