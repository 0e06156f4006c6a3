/** How long the receiver asked to be left alone, by `Retry-After`: nothing goes to its address meanwhile. */
export class AskedPause {
  readonly #sql: SqlStorage;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Unix milliseconds, 0 where it did not ask. The tables must exist. */
  until(): number {
    const [row] = this.#sql.exec<{ until: number }>("SELECT until FROM asked_pause").toArray();
    return row?.until ?? 0;
  }

  /** @param until unix milliseconds; a longer pause that it asked for before holds */
  ask(until: number): void {
    this.#sql.exec(
      "INSERT INTO asked_pause VALUES (0, ?) ON CONFLICT (id) DO UPDATE SET until = MAX(until, excluded.until)",
      until,
    );
  }

  end(): void {
    this.#sql.exec("DELETE FROM asked_pause");
  }
}
