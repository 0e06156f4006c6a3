/** Few receivers ever ask, so the table is made for the first that does: each row written is paid for. */
const TABLE = "CREATE TABLE IF NOT EXISTS asked_pause (id INTEGER PRIMARY KEY CHECK (id = 0), until INTEGER NOT NULL)";

/** How long the receiver asked to be left alone, by `Retry-After`: nothing goes to its address meanwhile. */
export class AskedPause {
  readonly #sql: SqlStorage;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Unix milliseconds, 0 where it did not ask. */
  until(): number {
    if (this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'asked_pause'").toArray().length === 0) return 0;
    const [row] = this.#sql.exec<{ until: number }>("SELECT until FROM asked_pause").toArray();
    return row?.until ?? 0;
  }

  /** @param until unix milliseconds; a longer pause that it asked for before holds */
  ask(until: number): void {
    this.#sql.exec(TABLE);
    this.#sql.exec(
      "INSERT INTO asked_pause VALUES (0, ?) ON CONFLICT (id) DO UPDATE SET until = MAX(until, excluded.until)",
      until,
    );
  }

  end(): void {
    if (this.until() > 0) this.#sql.exec("DELETE FROM asked_pause");
  }
}
