import { dumpTables, emptyTables, insertRows, type Rows } from "../table-rows.ts";
import type { LedgerArchivePart, LedgerDump, RestoreResult } from "./rpc.ts";
import type { LedgerTable } from "./table.ts";

/** Entries of one page: about 150 bytes each. */
const PAGE = 5_000;
/** Which version of its tables an object has is its own affair, and who watches it now. */
const OWN = ["migration", "watched_project"];

/**
 * A page of the ledger. Entries never change, so those up to the number that the first page saw belong to what it saw.
 * @param after the last entry already seen, 0 before the first
 */
export function dumpLedger(sql: SqlStorage, table: LedgerTable, after: number, until: number | null): LedgerDump {
  if (!table.exists()) return { tables: null, entries: [], last: 0, until: 0 };
  const last = until ?? table.newestEntry();
  const entries = table.entryRows(after, last, PAGE);
  const tables = until === null ? dumpTables(sql, [...OWN, "entry"]) : null;
  return { tables, entries, last: Number(entries.at(-1)?.id ?? after), until: last };
}

/** What an object remembers of an archive that was put into it. */
interface Mark {
  archive: string;
  done: boolean;
}
const MARK = "restored";

/**
 * The archive's tables, as this ledger may have them. Marks of what was published must not say more than D1 and the stores of the
 * archive have: the rest is published again, in the name of this organization, as an owner may have changed the file.
 */
function asOwn(tables: Rows, { org_id, newest_entry }: Pick<LedgerArchivePart, "org_id" | "newest_entry">): Rows {
  const ofThis = (json: unknown) => JSON.stringify({ ...JSON.parse(String(json)), org_id });
  const account = tables.account?.map((row) => ({
    ...row,
    terms_json: ofThis(row.terms_json),
    published_entry: Math.min(Number(row.published_entry ?? 0), newest_entry),
  }));
  const lease = tables.lease?.map((row) => ({
    ...row,
    opening_json: ofThis(row.opening_json),
    published_revision: 0,
    kept_revision: 0,
  }));
  return { ...tables, ...(account && { account }), ...(lease && { lease }) };
}

/** Puts a part of the ledger back, in one transaction. A part that was put back before changes nothing. */
export function restoreLedger(
  storage: DurableObjectStorage,
  table: LedgerTable,
  { archive, entries, tables, ...whose }: LedgerArchivePart,
): RestoreResult {
  return storage.transactionSync((): RestoreResult => {
    const { sql } = storage;
    const mark = storage.kv.get<Mark>(MARK);
    if (mark?.archive === archive && mark.done) return { ok: true };
    table.migrate();
    if (mark?.archive !== archive) {
      if (!table.isUntouched()) return { ok: false, error: "not_empty" };
      emptyTables(sql, OWN);
    }
    insertRows(sql, "entry", entries);
    if (tables) {
      emptyTables(sql, [...OWN, "entry"]);
      for (const [name, rows] of Object.entries(asOwn(tables, whose))) insertRows(sql, name, rows);
    }
    storage.kv.put(MARK, { archive, done: tables !== null } satisfies Mark);
    return { ok: true };
  });
}
