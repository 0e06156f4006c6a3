import type { LedgerEntry } from "../objects/org-ledger/account.ts";
import { withValues } from "./bound-values.ts";

/** Copies entries that the ledger published; an existing one stays as it is. */
export const insertEntries = (db: D1Database, org_id: number, entries: LedgerEntry[]): D1PreparedStatement[] =>
  withValues(
    db,
    entries.map(({ id, amount, kind, session_id, note, at }) =>
      JSON.stringify([org_id, id, amount, kind, session_id, note, at]),
    ),
    (listed) =>
      `WITH copies (value) AS (${listed})
       INSERT INTO ledger_entries (org_id, id, amount, kind, session_id, note, at)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
       FROM copies WHERE true
       ON CONFLICT (org_id, id) DO NOTHING`,
  );
