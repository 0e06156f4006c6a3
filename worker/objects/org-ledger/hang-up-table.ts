/** Calls that are ended at their vendors at a time. */
const BATCH = 200;
/** A call that cannot be ended is tried again after 2 s, then at growing distances, for about an hour. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 300_000;
const MAX_TRIES = 19;

/** Calls that are still to be ended at their vendors. */
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

  /** When the next call is to be ended that could not be ended so far, unix milliseconds. */
  next(): number {
    const [row] = this.#sql.exec("SELECT MIN(due) AS due FROM hang_up").toArray();
    return row?.due == null ? Number.POSITIVE_INFINITY : Number(row.due);
  }

  /** Takes the sessions that are due; each is due again later, should nobody say that its call was ended. */
  take(now: number): string[] {
    const due = this.#sql.exec("SELECT session_id, tries FROM hang_up WHERE due <= ? LIMIT ?", now, BATCH).toArray();
    for (const { session_id, tries } of due)
      if (Number(tries) >= MAX_TRIES) this.done(String(session_id));
      else
        this.#sql.exec(
          "UPDATE hang_up SET tries = tries + 1, due = ? WHERE session_id = ?",
          ...[now + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Number(tries)), session_id as string],
        );
    return due.map(({ session_id }) => String(session_id));
  }

  done(session_id: string): void {
    this.#sql.exec("DELETE FROM hang_up WHERE session_id = ?", session_id);
  }
}
