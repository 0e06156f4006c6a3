import { isTestCall } from "./test-calls.ts";

/** What D1 knows of sessions beyond the ledger: rating. */
export interface SessionFacts {
  rating: number | null;
  /** A test call from the console. */
  test: boolean;
}

interface Row {
  id: string;
  rating: number | null;
  test: number;
}

export async function loadSessionFacts(db: D1Database, session_ids: string[]): Promise<(id: string) => SessionFacts> {
  const { results } = await db
    .prepare(
      `WITH asked AS (SELECT value AS id FROM json_each(?1))
       SELECT asked.id, session_ratings.rating,
         EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = asked.id AND ${isTestCall("s")}) AS test
       FROM asked LEFT JOIN session_ratings ON session_ratings.session_id = asked.id`,
    )
    .bind(JSON.stringify(session_ids))
    .all<Row>();
  const rows = new Map(results.map((row) => [row.id, row]));
  return (id) => {
    const row = rows.get(id);
    return row ? { rating: row.rating, test: row.test === 1 } : { rating: null, test: false };
  };
}
