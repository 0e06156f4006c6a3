import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { SearchBindings } from "../../worker/knowledge/move-texts.ts";
import type { PassageTable } from "../../worker/objects/passage-index/table.ts";

/** The service's view of them. */
export type Database = SearchBindings["DB"];
type Storage = ConstructorParameters<typeof PassageTable>[0];

const MIGRATIONS = join(import.meta.dirname, "../../worker/storage/migrations");

/** A statement of D1 over SQLite in this process: enough of it for sources, pages and searches. */
class Statement {
  readonly #database: DatabaseSync;
  readonly #sql: string;
  readonly #values: SQLInputValue[];
  constructor(database: DatabaseSync, sql: string, values: SQLInputValue[] = []) {
    this.#database = database;
    this.#sql = sql;
    this.#values = values;
  }
  bind(...values: SQLInputValue[]): Statement {
    return new Statement(this.#database, this.#sql, values);
  }
  execute() {
    const results = this.#database.prepare(this.#sql).all(...this.#values);
    return { results, success: true, meta: { rows_read: 0 } };
  }
  async all() {
    return this.execute();
  }
  async run() {
    return this.execute();
  }
  async first() {
    return this.execute().results[0] ?? null;
  }
}

/** An empty database of the service, in memory. */
export function openDatabase(): Database {
  const database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  for (const file of globSync("*.sql", { cwd: MIGRATIONS }).sort())
    database.exec(readFileSync(join(MIGRATIONS, file), "utf8"));
  return {
    prepare: (sql: string) => new Statement(database, sql),
    async batch(statements: Statement[]) {
      database.exec("BEGIN");
      const results = statements.map((statement) => statement.execute());
      database.exec("COMMIT");
      return results;
    },
  } as unknown as Database;
}

/** Enough of the storage of an object over SQLite in this process. */
export function openStorage(): Storage {
  const database = new DatabaseSync(":memory:");
  return {
    sql: {
      exec(sql: string, ...values: SQLInputValue[]) {
        const rows = database.prepare(sql).all(...values);
        return { toArray: () => rows, rowsRead: 0, rowsWritten: 0 };
      },
    },
    transactionSync<T>(work: () => T): T {
      database.exec("BEGIN");
      const made = work();
      database.exec("COMMIT");
      return made;
    },
  } as unknown as Storage;
}
