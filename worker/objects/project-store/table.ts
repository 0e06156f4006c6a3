import type { CountKey, CountRow, DayCount } from "./rpc.ts";

/** Grows with every change of the tables. */
export const STORE_VERSION = 1;
/** The table that backups have. */
export const COUNTS = "counts";

const TABLES = [
  // Whose counts are added now, 0 for nobody's, and the project's version that said so. It exists once D1's rows are here.
  "CREATE TABLE IF NOT EXISTS owner (id INTEGER PRIMARY KEY CHECK (id = 0), org_id INTEGER NOT NULL, version INTEGER NOT NULL)",
  `CREATE TABLE IF NOT EXISTS counts (org_id INTEGER NOT NULL, day TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
   PRIMARY KEY (org_id, day, name)) WITHOUT ROWID`,
];

/** A project as D1 knows it: whose it is, and in which version; with the counts that D1 has of it. */
export interface Earlier {
  org_id: number;
  version: number;
  counts: CountRow[];
}

type Owner = Omit<Earlier, "counts">;
type Selected<Row> = Row & Record<string, SqlStorageValue>;

/** The store's tables. An object that nothing was counted in has none. */
export class StoreTable {
  readonly #storage: DurableObjectStorage;
  #there = false;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  owner(): Owner | null {
    this.#there ||= this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'owner'").toArray().length > 0;
    return this.#there
      ? (this.#sql.exec<Selected<Owner>>("SELECT org_id, version FROM owner").toArray()[0] ?? null)
      : null;
  }

  /** Call it after the storage was emptied. */
  dropped(): void {
    this.#there = false;
  }

  /** Whose the project is from now on; what D1 has of it comes along once. All of it or nothing. */
  follow({ org_id, version, counts }: Earlier): void {
    this.#storage.transactionSync(() => {
      for (const table of TABLES) this.#sql.exec(table);
      const known = this.owner();
      if (!known) {
        this.#sql.exec("INSERT INTO owner VALUES (0, ?, ?)", org_id, version);
        this.insert(counts);
      } else if (version > known.version) {
        // What was counted while the project was nobody's goes to its first owner.
        if (known.org_id === 0) this.#give(org_id);
        this.#sql.exec("UPDATE owner SET org_id = ?, version = ?", org_id, version);
      }
    });
  }

  #give(org_id: number): void {
    this.#sql.exec(
      `INSERT INTO counts SELECT ?, day, name, count FROM counts WHERE org_id = 0 AND ? != 0
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      org_id,
      org_id,
    );
    if (org_id !== 0) this.#sql.exec("DELETE FROM counts WHERE org_id = 0");
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

  /** Rows whose key is there stay as they are. */
  insert(rows: readonly CountRow[]): void {
    for (const { org_id, day, name, count } of rows)
      this.#sql.exec("INSERT INTO counts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", org_id, day, name, count);
  }

  sums(scope: number | null, from: string, to: string): DayCount[] {
    return this.#sql
      .exec<Selected<DayCount>>(
        `SELECT day, name, SUM(count) AS count FROM counts WHERE day BETWEEN ?2 AND ?3 AND (?1 IS NULL OR org_id = ?1)
         GROUP BY day, name ORDER BY day, name`,
        scope,
        from,
        to,
      )
      .toArray();
  }

  rowsAfter(after: CountKey | null, limit: number): CountRow[] {
    return this.#sql
      .exec<Selected<CountRow>>(
        "SELECT * FROM counts WHERE (org_id, day, name) > (?, ?, ?) ORDER BY org_id, day, name LIMIT ?",
        ...(after ?? [-1, "", ""]),
        limit,
      )
      .toArray();
  }

  forgetOrganization(org_id: number): void {
    this.#sql.exec("DELETE FROM counts WHERE org_id = ?", org_id);
  }

  deleteBefore(day: string): void {
    this.#sql.exec("DELETE FROM counts WHERE day < ?", day);
  }

  firstDay(): string | null {
    return this.#sql.exec<{ day: string | null }>("SELECT MIN(day) AS day FROM counts").one().day;
  }
}
