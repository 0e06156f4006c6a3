import type { StatisticsDay } from "../../shared/statistics.ts";
import { isTestCall } from "./test-calls.ts";

/** Sessions that began in [from, until), unix milliseconds. */
export interface Summed {
  project_id: number;
  /** The only organization whose sessions count, `null` for all. */
  scope: number | null;
  agent_id: number | null;
  from: number;
  until: number;
  /** Whether only test calls or only others count, `null` for all. */
  test: boolean | null;
}

const SUMMED = `s.project_id = ?1 AND s.started_at >= ?3 AND s.started_at < ?4 AND (?2 IS NULL OR s.agent_id = ?2)
  AND (?5 IS NULL OR s.org_id = ?5) AND (?6 IS NULL OR ${isTestCall("s")} = ?6)`;
const boundOf = ({ project_id, agent_id, from, until, scope, test }: Summed) => [
  ...[project_id, agent_id, from, until, scope],
  test === null ? null : Number(test),
];
const DAY = "date(s.started_at / 1000, 'unixepoch') AS day";

/** What visitors' ratings of a day come to: of all, and of those whose sessions a person took. */
export type RatingSums = Pick<StatisticsDay, "ratings" | "rating_sum" | "person_ratings" | "person_rating_sum">;
export const NO_RATINGS: RatingSums = { ratings: 0, rating_sum: 0, person_ratings: 0, person_rating_sum: 0 };
export type SessionSums = Omit<StatisticsDay, keyof RatingSums>;

/** The sessions, summed up by UTC day; days without sessions are left out. */
export async function sumSessions(db: D1Database, summed: Summed): Promise<SessionSums[]> {
  const { results } = await db
    .prepare(
      `SELECT ${DAY}, COUNT(*) AS sessions,
         COUNT(s.connected_at) AS connected, SUM(COALESCE(s.end_reason = 'failed', 0)) AS failed,
         MAX(0, CAST(ROUND(SUM(COALESCE(s.ended_at - s.connected_at, 0)) / 1000.0) AS INTEGER)
           - SUM(COALESCE(p.seconds, 0))) AS seconds,
         SUM(COALESCE(s.charged, 0)) AS credits,
         SUM(COALESCE(p.asked, 0)) AS persons_asked, SUM(COALESCE(p.answered, 0)) AS persons_answered,
         SUM(COALESCE(p.missed, 0)) AS persons_missed, SUM(COALESCE(p.seconds, 0)) AS person_seconds,
         json_group_array(p.waited_seconds) AS waits_json,
         json_group_array(json(p.joined_names)) FILTER (WHERE p.joined_names IS NOT NULL) AS names_json
       FROM sessions AS s LEFT JOIN session_persons AS p ON p.session_id = s.id
       WHERE ${SUMMED} GROUP BY day ORDER BY day`,
    )
    .bind(...boundOf(summed))
    .all<Omit<SessionSums, "person_wait_seconds" | "persons_joined"> & { waits_json: string; names_json: string }>();
  return results.map(({ waits_json, names_json, ...day }) => ({
    ...day,
    persons_joined: countsOf((JSON.parse(names_json) as string[][]).flat()),
    person_wait_seconds: medianOf((JSON.parse(waits_json) as (number | null)[]).filter((wait) => wait !== null)),
  }));
}

/** Ratings of these sessions, as far as they count, summed up by UTC day. */
export async function sumRatings(
  db: D1Database,
  summed: Summed,
  rated: readonly [session_id: string, rating: number][],
): Promise<(RatingSums & { day: string })[]> {
  const { results } = await db
    .prepare(
      // CROSS JOIN keeps SQLite from reading all of the project's sessions.
      `SELECT ${DAY}, COUNT(*) AS ratings, SUM(r.value ->> 1) AS rating_sum,
         COUNT(CASE WHEN p.answered > 0 OR p.seconds > 0 THEN 1 END) AS person_ratings,
         SUM(CASE WHEN p.answered > 0 OR p.seconds > 0 THEN r.value ->> 1 ELSE 0 END) AS person_rating_sum
       FROM json_each(?7) AS r CROSS JOIN sessions AS s ON s.id = r.value ->> 0
         LEFT JOIN session_persons AS p ON p.session_id = s.id
       WHERE ${SUMMED} GROUP BY day`,
    )
    .bind(...boundOf(summed), JSON.stringify(rated))
    .all<RatingSums & { day: string }>();
  return results;
}

/** @returns both together */
export const addRatings = (one: RatingSums, other: RatingSums): RatingSums => ({
  ratings: one.ratings + other.ratings,
  rating_sum: one.rating_sum + other.rating_sum,
  person_ratings: one.person_ratings + other.person_ratings,
  person_rating_sum: one.person_rating_sum + other.person_rating_sum,
});

function countsOf(names: string[]): StatisticsDay["persons_joined"] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

function medianOf(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
