import { sqlName } from "../sql-name.ts";

/** All rows of an object's own tables, for backups. Names of tables and columns come from its schema, never from outside. */

/** The items of a JSON list, which is bound. */
export const THESE = "SELECT value FROM json_each(?)";

export type Rows = Record<string, Record<string, string | number | null>[]>;

function tableNames(sql: SqlStorage): string[] {
  return sql
    .exec("SELECT name FROM sqlite_master WHERE type = 'table'")
    .toArray()
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite_|_cf_)/.test(name));
}

export function dumpTables(sql: SqlStorage, except: readonly string[]): Rows {
  const names = tableNames(sql).filter((name) => !except.includes(name));
  return Object.fromEntries(
    names.map((name) => [name, sql.exec(`SELECT * FROM ${sqlName(name)}`).toArray() as Rows[string]]),
  );
}

/**
 * Writes rows whose key does not exist yet. Columns that a row lacks get their default.
 * @throws Error for a table or column that the object does not have: the rows come from a newer version
 */
export function insertRows(sql: SqlStorage, table: string, rows: Rows[string]): void {
  if (!tableNames(sql).includes(table)) throw new Error(`unknown table ${table}`);
  const names = new Set(
    sql
      .exec(`PRAGMA table_info(${sqlName(table)})`)
      .toArray()
      .map(({ name }) => String(name)),
  );
  for (const row of rows) {
    const columns = Object.keys(row);
    const unknown = columns.find((column) => !names.has(column));
    if (unknown !== undefined) throw new Error(`unknown column ${table}.${unknown}`);
    sql.exec(
      `INSERT OR IGNORE INTO ${sqlName(table)} (${columns.map(sqlName).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      ...columns.map((column) => row[column] ?? null),
    );
  }
}

/** Empties the object's existing tables. */
export function emptyTables(sql: SqlStorage, except: readonly string[]): void {
  for (const name of tableNames(sql)) if (!except.includes(name)) sql.exec(`DELETE FROM ${sqlName(name)}`);
}
