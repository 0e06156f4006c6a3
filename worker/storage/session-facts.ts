import { isTestCall } from "./test-calls.ts";

/** What is known of sessions beyond the ledger: rating, total usage, contact. */
export interface SessionFacts {
  rating: number | null;
  usage: UsageTotals;
  contact_id: number | null;
  /** A test call from the console. */
  test: boolean;
}
export interface UsageTotals {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  seconds: number;
}

const NO_USAGE: UsageTotals = { input_tokens: 0, output_tokens: 0, total_tokens: 0, seconds: 0 };

interface Row extends UsageTotals {
  id: string;
  rating: number | null;
  contact_id: number | null;
  test: number;
}

const sum = (name: keyof UsageTotals) => `SUM(COALESCE(usage_json ->> '$.${name}', 0)) AS ${name}`;

export async function loadSessionFacts(db: D1Database, session_ids: string[]): Promise<(id: string) => SessionFacts> {
  const { results } = await db
    .prepare(
      `WITH asked AS (SELECT value AS id FROM json_each(?1)),
         used AS (SELECT session_id, ${sum("input_tokens")}, ${sum("output_tokens")}, ${sum("total_tokens")},
           ${sum("seconds")} FROM session_usage WHERE session_id IN (SELECT id FROM asked) GROUP BY session_id)
       SELECT asked.id, used.*, session_ratings.rating,
         (SELECT MAX(id) FROM contacts WHERE contacts.session_id = asked.id) AS contact_id,
         EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = asked.id AND ${isTestCall("s")}) AS test
       FROM asked LEFT JOIN used ON used.session_id = asked.id
         LEFT JOIN session_ratings ON session_ratings.session_id = asked.id`,
    )
    .bind(JSON.stringify(session_ids))
    .all<Row>();
  const rows = new Map(results.map((row) => [row.id, row]));
  return (id) => {
    const row = rows.get(id);
    if (!row) return { rating: null, usage: NO_USAGE, contact_id: null, test: false };
    const { input_tokens, output_tokens, total_tokens, seconds } = row;
    const usage = input_tokens === null ? NO_USAGE : { input_tokens, output_tokens, total_tokens, seconds };
    return { rating: row.rating, usage, contact_id: row.contact_id, test: row.test === 1 };
  };
}
