import type { LedgerEntry } from "../objects/org-ledger/account.ts";

/** Copies entries that the ledger published; an existing one stays as it is. */
export const insertEntries = (db: D1Database, org_id: number, entries: LedgerEntry[]): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO ledger_entries (org_id, id, amount, kind, session_id, note, at)
       SELECT ?1, value ->> 'id', value ->> 'amount', value ->> 'kind', value ->> 'session_id', value ->> 'note',
         value ->> 'at'
       FROM json_each(?2) WHERE true
       ON CONFLICT (org_id, id) DO NOTHING`,
    )
    .bind(org_id, JSON.stringify(entries));
