import { SEARCH_TOOL } from "../../shared/tool-names.ts";
import { rowsOf } from "./rows.ts";

/**
 * What D1 had of projects before they had stores. It stays for one release: a store reads its own once, and a Worker that was
 * rolled back goes on with it.
 */

export type EarlierRow = Record<string, string | number | null>;

/** The version of a store's tables in which all that is read here has moved. */
const VERSION = 6;
/** Rows of one answer. */
const PAGE = 10_000;

const COUNTED =
  "SELECT coalesce(p.org_id, 0) AS org_id, c.day, c.name, c.count FROM analytics_counts c JOIN projects p ON p.id = c.project_id WHERE p.id = ?1";
const LEFT_BEHIND = "SELECT org_id, day, name, count FROM analytics_counts_before WHERE project_id = ?1";
/** The tables of a store; what each needs in D1, which a database of an earlier version may lack, and how it is read. */
const EARLIER: Record<string, { of: string; sql: string }[]> = {
  counts: [
    {
      of: "analytics_counts_before",
      // An organization that had the project twice has both.
      sql: `SELECT org_id, day, name, SUM(count) AS count FROM (${COUNTED} UNION ALL ${LEFT_BEHIND}) GROUP BY org_id, day, name
            ORDER BY org_id, day, name`,
    },
    { of: "analytics_counts", sql: `${COUNTED} ORDER BY 1, 2, 3` },
  ],
  questions: [
    {
      of: "knowledge_questions",
      sql: `SELECT q.id, coalesce(p.org_id, 0) AS org_id, q.words, q.text, q.count, q.last_seen_at
            FROM knowledge_questions q JOIN projects p ON p.id = q.project_id WHERE p.id = ?1 ORDER BY q.id`,
    },
  ],
  question_sessions: [
    {
      of: "question_sessions",
      // A conversation asks when it begins, as far as D1 knows.
      sql: `SELECT a.session_id, a.question_id, coalesce(p.org_id, 0) AS org_id, coalesce(s.started_at, q.last_seen_at) AS at, a.count
            FROM knowledge_questions q JOIN projects p ON p.id = q.project_id JOIN question_sessions a ON a.question_id = q.id
            LEFT JOIN sessions s ON s.id = a.session_id WHERE p.id = ?1 ORDER BY a.question_id, a.session_id`,
    },
  ],
};

/** Whose questions D1 has given their ids to. */
const NOTE_QUESTIONS =
  "INSERT OR IGNORE INTO question_projects SELECT id, project_id FROM knowledge_questions WHERE project_id = ?1";

/** A project, whose it is (0 for nobody's) and its version, with its rows of these tables of its store. */
export async function readEarlier(db: D1Database, project_id: number, tables: readonly string[]) {
  const there = tables.length === 0 ? [] : await tableNames(db);
  const reads = tables.flatMap((table) => {
    const read = EARLIER[table]?.find(({ of }) => there.includes(of));
    return read ? [{ table, sql: read.sql }] : [];
  });
  const [found, ...answers] = await db.batch(
    [
      "SELECT coalesce(org_id, 0) AS org_id, version FROM projects WHERE id = ?1",
      ...reads.map(({ sql }) => first(sql)),
    ].map((sql) => db.prepare(sql).bind(project_id)),
  );
  const [row] = rowsOf<{ org_id: number; version: number }>(found);
  if (!row) return null;
  const rows: Record<string, EarlierRow[]> = {};
  for (const [at, { table, sql }] of reads.entries())
    rows[table] = await andTheRest(db, project_id, sql, rowsOf<EarlierRow>(answers[at]));
  if (rows.questions?.length && there.includes("question_projects"))
    await db.prepare(NOTE_QUESTIONS).bind(project_id).run();
  return { ...row, rows };
}

const first = (sql: string) => `${sql} LIMIT ${PAGE}`;

async function andTheRest(db: D1Database, project_id: number, sql: string, rows: EarlierRow[]): Promise<EarlierRow[]> {
  for (let page = rows; page.length === PAGE; ) {
    page = (
      await db
        .prepare(`${first(sql)} OFFSET ${rows.length}`)
        .bind(project_id)
        .all<EarlierRow>()
    ).results;
    rows.push(...page);
  }
  return rows;
}

async function tableNames(db: D1Database): Promise<string[]> {
  const named = [...Object.values(EARLIER).flatMap((reads) => reads.map(({ of }) => of)), "question_projects"];
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(named))
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

type Place = (string | number)[];

interface Pieces {
  /** Since this version of a store's tables. */
  version: number;
  /** Rows of one answer. A result or an event has up to 64 KiB. */
  limit: number;
  /** By what they are ordered, and what stands before the first. */
  place: string[];
  first: Place;
  /** Rows behind the place that ?2 and what follows it say, at most as many as the last says. */
  sql: string;
}

const OF_PROJECT = "FROM projects p CROSS JOIN sessions s ON s.project_id = p.id CROSS JOIN";
const behind = (id: string) => `p.id = ?1 AND s.started_at >= ?2
  AND (s.started_at > ?2 OR s.id > ?3 OR (s.id = ?3 AND ${id} > ?4)) ORDER BY s.started_at, s.id, ${id} LIMIT ?5`;
const answered = `t.name = '${SEARCH_TOOL}' AND json_extract(t.outcome_json, '$.result.found') = 1`;
const page = (what: string) =>
  `iif(${answered}, json_extract(t.outcome_json, '$.result.passages[0].${what}'), NULL) AS page_${what}`;

/** What comes in pieces, by the sessions that it is of. */
const PIECES: Record<"tool_calls" | "events" | "usage" | "documents", Pieces> = {
  tool_calls: {
    version: 3,
    limit: 200,
    place: ["started_at", "session_id", "call_id"],
    first: [-1, "", ""],
    sql: `SELECT s.started_at, t.session_id, t.call_id, s.org_id, t.name, t.at, t.outcome_json, ${page("title")}, ${page("url")}
      ${OF_PROJECT} tool_calls t ON t.session_id = s.id WHERE ${behind("t.call_id")}`,
  },
  events: {
    version: 4,
    limit: 2_000,
    place: ["started_at", "session_id", "id"],
    first: [-1, "", 0],
    // Two megabytes, or one more event.
    sql: `SELECT started_at, session_id, id, org_id, type, body_json, received_at, at FROM (
        SELECT *, SUM(length(body_json)) OVER (ORDER BY started_at, session_id, id) - length(body_json) AS before FROM (
          SELECT s.started_at, e.session_id, e.id, s.org_id, e.type, e.body_json, e.received_at, e.at
          ${OF_PROJECT} session_events e ON e.session_id = s.id WHERE ${behind("e.id")}))
      WHERE before < 2000000 ORDER BY started_at, session_id, id`,
  },
  usage: {
    version: 6,
    limit: 1_000,
    place: ["started_at", "session_id", "id"],
    first: [-1, "", ""],
    sql: `SELECT s.started_at, u.session_id, u.id, s.org_id, u.usage_json, u.at
      ${OF_PROJECT} session_usage u ON u.session_id = s.id WHERE ${behind("u.id")}`,
  },
  documents: {
    version: 5,
    limit: 100,
    place: ["started_at", "session_id"],
    first: [-1, ""],
    sql: `SELECT id AS session_id, started_at FROM sessions
      WHERE project_id = ?1 AND started_at >= ?2 AND (started_at > ?2 OR id > ?3) AND emptied_at IS NULL
      ORDER BY started_at, id LIMIT ?4`,
  },
};

/** The next of a project's rows, by their conversations; `after` is `null` where there are no more. */
export async function readPiece(
  db: D1Database,
  project_id: number,
  table: keyof typeof PIECES,
  after: Place | null,
): Promise<{ rows: EarlierRow[]; after: Place | null }> {
  const { limit, place, first, sql } = PIECES[table];
  const { results } = await db
    .prepare(sql)
    .bind(project_id, ...(after ?? first), limit)
    .all<EarlierRow>();
  const last = results.at(-1);
  return {
    rows: table === "documents" ? results : results.map(({ started_at: _, ...row }) => row),
    after: last ? place.map((column) => last[column] as string | number) : null,
  };
}

/** Tables of a store that pieces may come into: not every conversation has to be looked at where they are known to have come. */
export async function tablesToMove(db: D1Database, project_id: number): Promise<(keyof typeof PIECES)[]> {
  const began = "SELECT 1 FROM sessions WHERE project_id = ?1 LIMIT 1";
  if ((await db.prepare(began).bind(project_id).first()) === null) return [];
  const tables = Object.keys(PIECES) as (keyof typeof PIECES)[];
  if (!(await tableNames(db)).includes("question_projects")) return tables;
  const sql = "SELECT version FROM project_stores WHERE project_id = ?1";
  const moved = (await db.prepare(sql).bind(project_id).first<number>("version")) ?? 0;
  return tables.filter((table) => PIECES[table].version > moved);
}

/** Projects with rows that are not known to be in their store, or with conversations, of which calls of tools or events may be. */
export async function projectsToMove(db: D1Database, limit: number): Promise<number[]> {
  const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} AS c WHERE c.project_id = p.id)`;
  const { results } = await db
    .prepare(
      `SELECT p.id FROM projects AS p
       WHERE NOT EXISTS (SELECT 1 FROM project_stores AS s WHERE s.project_id = p.id AND s.version >= ?2)
         AND (${["analytics_counts", "analytics_counts_before", "knowledge_questions", "sessions"].map(has).join(" OR ")})
       ORDER BY p.id LIMIT ?1`,
    )
    .bind(limit, VERSION)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

export async function noteMoved(db: D1Database, project_id: number, now: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO project_stores (project_id, moved_at, version) VALUES (?1, ?2, ?3)
       ON CONFLICT DO UPDATE SET version = excluded.version`,
    )
    .bind(project_id, now, VERSION)
    .run();
}

/** The project of a question that D1 has given its id to. */
export const projectOfQuestion = (db: D1Database, id: number): Promise<number | null> =>
  db.prepare("SELECT project_id FROM question_projects WHERE id = ?1").bind(id).first<number>("project_id");

/** So many of all stores that are known, with how full they were: others each time, in turn. */
export async function storesInTurn(db: D1Database, turn: number, limit: number) {
  const stores = (await db.prepare("SELECT COUNT(*) AS n FROM project_stores").first<number>("n")) ?? 0;
  if (stores === 0) return [];
  const { results } = await db
    .prepare("SELECT project_id, percent FROM project_stores ORDER BY project_id LIMIT ?1 OFFSET ?2")
    .bind(limit, (turn % Math.ceil(stores / limit)) * limit)
    .all<{ project_id: number; percent: number | null }>();
  return results;
}

/** @param percent of what a store may have; `null` where there is room */
export async function noteFull(db: D1Database, project_id: number, percent: number | null): Promise<void> {
  await db.prepare("UPDATE project_stores SET percent = ?2 WHERE project_id = ?1").bind(project_id, percent).run();
}

/** The stores that are almost full, the fullest first. */
export async function fullStores(db: D1Database): Promise<{ project_id: number; percent: number }[]> {
  const { results } = await db
    .prepare(
      "SELECT project_id, percent FROM project_stores WHERE percent IS NOT NULL ORDER BY percent DESC, project_id",
    )
    .all<{ project_id: number; percent: number }>();
  return results;
}
