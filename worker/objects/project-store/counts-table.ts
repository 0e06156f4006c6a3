import type { DayCount } from "./rpc.ts";

/** What pages counted, by the organization that the project was then. */
export class CountsTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  namesOf(org_id: number, day: string): string[] {
    return this.#sql
      .exec<{ name: string }>("SELECT name FROM counts WHERE org_id = ? AND day = ?", org_id, day)
      .toArray()
      .map(({ name }) => name);
  }

  add(org_id: number, day: string, name: string, count: number): void {
    this.#sql.exec(
      "INSERT INTO counts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
      org_id,
      day,
      name,
      count,
    );
  }

  sums(scope: number | null, from: string, to: string): DayCount[] {
    return this.#sql
      .exec<DayCount & Record<string, SqlStorageValue>>(
        `SELECT day, name, SUM(count) AS count FROM counts WHERE day BETWEEN ?2 AND ?3 AND (?1 IS NULL OR org_id = ?1)
         GROUP BY day, name ORDER BY day, name`,
        scope,
        from,
        to,
      )
      .toArray();
  }

  /** What was counted while the project was nobody's is its first owner's. */
  give(org_id: number): void {
    this.#sql.exec(
      `INSERT INTO counts SELECT ?, day, name, count FROM counts WHERE org_id = 0
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      org_id,
    );
    this.#sql.exec("DELETE FROM counts WHERE org_id = 0");
  }

  deleteBefore(day: string): void {
    this.#sql.exec("DELETE FROM counts WHERE day < ?", day);
  }

  firstDay(): string | null {
    return this.#sql.exec<{ day: string | null }>("SELECT MIN(day) AS day FROM counts").one().day;
  }
}
