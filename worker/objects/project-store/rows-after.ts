import type { StoreKey, StorePage, StorePart } from "./rpc.ts";
import { TABLES, type TableName } from "./tables.ts";

/** The most that a page of a backup has, about: rows of tools and events have up to 64 KiB. */
const PAGE_BYTES = 1_000_000;

/** A page of the rows of these tables, behind a key of one of them. */
export function rowsAfter(
  sql: SqlStorage,
  tables: readonly TableName[],
  after: StoreKey | null,
  limit: number,
): StorePage {
  const [first, ...within] = after ?? [];
  const parts: StorePart[] = [];
  let left = limit;
  let bytes = 0;
  for (const table of tables.slice(Math.max(0, tables.indexOf(first as TableName)))) {
    const key: readonly string[] = TABLES[table];
    const behind = table === first ? `WHERE (${key}) > (${key.map(() => "?")})` : "";
    const rows: StorePart["rows"] = [];
    parts.push({ table, rows });
    for (const row of sql.exec<StorePart["rows"][number]>(
      `SELECT * FROM ${table} ${behind} ORDER BY ${key}`,
      ...(behind ? within : []),
    )) {
      rows.push(row);
      left -= 1;
      bytes += JSON.stringify(row).length;
      if (left > 0 && bytes < PAGE_BYTES) continue;
      const next: StoreKey = [table, ...key.map((column) => row[column] as string | number)];
      return { parts: parts.filter((part) => part.rows.length > 0), next };
    }
  }
  return { parts: parts.filter(({ rows }) => rows.length > 0), next: null };
}
