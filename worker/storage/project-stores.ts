import { rowsOf } from "./rows.ts";

/**
 * What D1 had of projects before they had stores. It stays for one release: a store reads its own once, and a Worker that was
 * rolled back goes on with it.
 */

export type EarlierRow = Record<string, string | number | null>;

/** The version of a store's tables in which all that is read here has moved. */
const VERSION = 11;
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

const READ = Object.values(EARLIER).flatMap((reads) => reads.map(({ of }) => of));

/** Whose questions D1 has given their ids to. */
const NOTE_QUESTIONS =
  "INSERT OR IGNORE INTO question_projects SELECT id, project_id FROM knowledge_questions WHERE project_id = ?1";

/** A project's organization (0 for nobody's) and version, with its rows of these tables of its store. */
export async function readEarlier(db: D1Database, project_id: number, tables: readonly string[]) {
  const there = tables.length === 0 ? [] : await tablesThere(db, [...READ, "question_projects"]);
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

/** Which of these tables D1 has: a database of an earlier version may lack some. */
export async function tablesThere(db: D1Database, named: readonly string[]): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(named))
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

/**
 * Projects with rows that are not known to be in their store, or with conversations, of which calls of tools or events may be. None
 * while a restore brings such rows: a store that had taken over half of them would never ask for the others.
 */
export async function projectsToMove(db: D1Database, limit: number): Promise<number[]> {
  const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} AS c WHERE c.project_id = p.id)`;
  const { results } = await db
    .prepare(
      `SELECT p.id FROM projects AS p
       WHERE NOT EXISTS (SELECT 1 FROM restores WHERE finished_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM project_stores AS s WHERE s.project_id = p.id AND s.version >= ?2)
         AND (${["analytics_counts", "analytics_counts_before", "knowledge_questions", "contacts", "sessions"].map(has).join(" OR ")})
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

/** The same of a contact. */
export const projectOfContact = (db: D1Database, id: number): Promise<number | null> =>
  db.prepare("SELECT project_id FROM contact_projects WHERE id = ?1").bind(id).first<number>("project_id");

/** `limit` of all known stores, with how full they were; others each time, in turn. */
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

/** The project of a session whose id does not name it, as SQL: also of one that its store has not taken over yet. */
export const projectOfSessionSql = (id: string): string =>
  `coalesce((SELECT project_id FROM session_projects WHERE id = ${id}), (SELECT project_id FROM sessions WHERE sessions.id = ${id}))`;

/** The same; `null` for any other. */
export const projectOfEarlierSession = (db: D1Database, id: string): Promise<number | null> =>
  db
    .prepare(`SELECT ${projectOfSessionSql("?1")} AS project_id`)
    .bind(id)
    .first<number>("project_id");

/** No session of a store began before this that retention has not emptied yet, `null` where there is none; unix milliseconds. */
export async function noteOldest(
  db: D1Database,
  project_id: number,
  started_at: number | null,
  now: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO project_stores (project_id, moved_at, version, oldest_at) VALUES (?1, ?2, 0, ?3)
       ON CONFLICT DO UPDATE SET oldest_at = excluded.oldest_at`,
    )
    .bind(project_id, now, started_at)
    .run();
}

/** A store has analyses that a crash has cut off, or that the webhooks were not told of. */
export async function noteOpenAnalyses(db: D1Database, project_id: number, now: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO project_stores (project_id, moved_at, version, open_since) VALUES (?1, ?2, 0, ?2)
       ON CONFLICT DO UPDATE SET open_since = excluded.open_since WHERE open_since IS NULL`,
    )
    .bind(project_id, now)
    .run();
}

/** Projects whose stores have such analyses, in turn: these come behind all others from now on, until nothing is left in them. */
export async function takeProjectsWithOpenAnalyses(db: D1Database, limit: number, now: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `UPDATE project_stores SET open_since = ?2 WHERE project_id IN
         (SELECT project_id FROM project_stores WHERE open_since IS NOT NULL ORDER BY open_since, project_id LIMIT ?1)
       RETURNING project_id`,
    )
    .bind(limit, now)
    .all<{ project_id: number }>();
  return results.map(({ project_id }) => project_id);
}

export async function noteNoOpenAnalyses(db: D1Database, project_id: number): Promise<void> {
  await db.prepare("UPDATE project_stores SET open_since = NULL WHERE project_id = ?1").bind(project_id).run();
}
