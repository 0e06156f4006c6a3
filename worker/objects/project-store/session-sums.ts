import type { StatisticsDay } from "../../../shared/statistics.ts";
import type { PersonCounts } from "../project-desk/rpc.ts";
import { THESE } from "../table-rows.ts";
import type { SiteSums, Summed } from "./session-rpc.ts";

const DAY = "date(s.started_at / 1000, 'unixepoch') AS day";
const BY_PERSON = "(p.answered > 0 OR p.seconds > 0)";

type Summable = Omit<StatisticsDay, "person_wait_seconds" | "persons_joined">;

/** What sessions, ratings and persons come to, summed up by days. */
export class SessionSums {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** By UTC day, the oldest first; days without sessions are left out. */
  ofDays({ scope, agent_id, from, until, test }: Summed): StatisticsDay[] {
    return this.#sql
      .exec<Summable & { waits_json: string; names_json: string } & Record<string, SqlStorageValue>>(
        `SELECT ${DAY}, COUNT(*) AS sessions,
           COUNT(s.connected_at) AS connected, SUM(COALESCE(s.end_reason = 'failed', 0)) AS failed,
           MAX(0, CAST(ROUND(SUM(COALESCE(s.ended_at - s.connected_at, 0)) / 1000.0) AS INTEGER)
             - SUM(COALESCE(p.seconds, 0))) AS seconds,
           SUM(COALESCE(s.charged, 0)) AS credits, COUNT(r.rating) AS ratings, SUM(COALESCE(r.rating, 0)) AS rating_sum,
           SUM(COALESCE(p.asked, 0)) AS persons_asked, SUM(COALESCE(p.answered, 0)) AS persons_answered,
           SUM(COALESCE(p.missed, 0)) AS persons_missed, SUM(COALESCE(p.seconds, 0)) AS person_seconds,
           COUNT(CASE WHEN ${BY_PERSON} THEN r.rating END) AS person_ratings,
           SUM(CASE WHEN ${BY_PERSON} THEN COALESCE(r.rating, 0) ELSE 0 END) AS person_rating_sum,
           json_group_array(p.waited_seconds) AS waits_json,
           json_group_array(json(p.joined_names)) FILTER (WHERE p.joined_names IS NOT NULL) AS names_json
         FROM sessions AS s LEFT JOIN session_persons AS p ON p.session_id = s.id
           LEFT JOIN ratings AS r ON r.session_id = s.id
         WHERE s.started_at >= ?1 AND s.started_at < ?2 AND (?3 IS NULL OR s.agent_id = ?3)
           AND (?4 IS NULL OR s.org_id = ?4) AND (?5 IS NULL OR s.test = ?5)
         GROUP BY day ORDER BY day`,
        ...[from, until, agent_id, scope, test === null ? null : Number(test)],
      )
      .toArray()
      .map(({ waits_json, names_json, ...day }) => ({
        ...day,
        persons_joined: countsOf((JSON.parse(names_json) as string[][]).flat()),
        person_wait_seconds: medianOf((JSON.parse(waits_json) as (number | null)[]).filter((wait) => wait !== null)),
      }));
  }

  ofSite(scope: number | null, day: { from: number; until: number }, week_from: number): SiteSums {
    const own = "s.started_at >= ?1 AND s.started_at < ?2 AND (?3 IS NULL OR s.org_id = ?3)";
    const sums = this.#sql
      .exec<Omit<SiteSums, "running" | "week_credits"> & Record<string, SqlStorageValue>>(
        `SELECT COUNT(CASE WHEN s.test = 0 THEN 1 END) AS calls, COUNT(CASE WHEN s.test = 1 THEN 1 END) AS test_calls,
           COUNT(CASE WHEN s.test = 0 THEN s.connected_at END) AS connected,
           COUNT(CASE WHEN s.test = 0 AND s.end_reason = 'failed' THEN 1 END) AS failed,
           CAST(ROUND(SUM(CASE WHEN s.test = 0 THEN COALESCE(s.ended_at - s.connected_at, 0) ELSE 0 END) / 1000.0) AS INTEGER)
             AS seconds,
           COUNT(CASE WHEN s.test = 0 THEN r.rating END) AS ratings,
           SUM(CASE WHEN s.test = 0 THEN COALESCE(r.rating, 0) ELSE 0 END) AS rating_sum
         FROM sessions AS s LEFT JOIN ratings AS r ON r.session_id = s.id WHERE ${own}`,
        ...[day.from, day.until, scope],
      )
      .one();
    const week = this.#sql
      .exec<{ running: number; week_credits: number }>(
        `SELECT COUNT(CASE WHEN s.state = 'active' THEN 1 END) AS running, SUM(COALESCE(s.charged, 0)) AS week_credits
         FROM sessions AS s WHERE ${own}`,
        ...[week_from, Number.MAX_SAFE_INTEGER, scope],
      )
      .one();
    return {
      ...sums,
      seconds: sums.seconds ?? 0,
      rating_sum: sums.rating_sum ?? 0,
      running: week.running,
      week_credits: week.week_credits ?? 0,
    };
  }

  addPerson(session_id: string, org_id: number, counts: PersonCounts): void {
    this.#sql.exec(
      `INSERT INTO session_persons (session_id, org_id, asked, answered, missed, waited_seconds, seconds, joined_names)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?8 IS NULL, NULL, json_array(?8)))
       ON CONFLICT (session_id) DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered,
         missed = missed + excluded.missed, waited_seconds = COALESCE(waited_seconds, excluded.waited_seconds),
         seconds = seconds + excluded.seconds,
         joined_names = iif(?8 IS NULL, joined_names, json_insert(COALESCE(joined_names, '[]'), '$[#]', ?8))`,
      ...[session_id, org_id, counts.asked ?? 0, counts.answered ?? 0, counts.missed ?? 0],
      ...[counts.waited_seconds ?? null, counts.seconds ?? 0, counts.name ?? null],
    );
  }

  forgetPersons(session_ids: readonly string[]): void {
    this.#sql.exec(`DELETE FROM session_persons WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }
}

function countsOf(names: string[]): StatisticsDay["persons_joined"] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

function medianOf(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
