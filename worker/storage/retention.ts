import { RETENTION_DAYS } from "../../shared/limits.ts";
import { withValues } from "./bound-values.ts";
import { SAID, THESE } from "./erase.ts";
import { forgetAsked } from "./knowledge-questions.ts";
import { rowsOf } from "./rows.ts";
import { forgetDocuments } from "./search-earlier.ts";

/** So many of a project's sessions of before there were stores that an organization paid for and that were not emptied yet, the oldest first. */
export async function sessionsPaidBy(
  db: D1Database,
  org_id: number,
  project_id: number,
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM sessions WHERE project_id = ?1 AND org_id = ?2 AND emptied_at IS NULL ORDER BY started_at LIMIT ?3`,
    )
    .bind(project_id, org_id, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/**
 * Empties what D1 has of sessions from before there were stores, in one transaction: what they cost stays, tied to nobody. The whole
 * of it may be done twice.
 */
export const emptySessions = (db: D1Database, ids: string[], now: number): D1PreparedStatement[] => {
  const list = JSON.stringify(ids);
  return [
    ...forgetDocuments(THESE),
    ...forgetAsked(THESE),
    ...SAID.map((table) => `DELETE FROM ${table} WHERE session_id IN (${THESE})`),
  ]
    .map((sql) => db.prepare(sql).bind(list))
    .concat(
      db
        .prepare(`UPDATE sessions SET subject = NULL, call_id = NULL, emptied_at = ?2 WHERE id IN (${THESE})`)
        .bind(list, now),
    );
};

/** Whether D1 has anything of these sessions. */
export async function hasRowsOf(db: D1Database, ids: string[]): Promise<boolean> {
  const statements = withValues(
    db,
    ids,
    // CROSS JOIN keeps SQLite from going through the tables.
    (listed) =>
      `WITH asked (id) AS (${listed}) SELECT EXISTS (SELECT 1 FROM asked CROSS JOIN sessions AS s ON s.id = asked.id)
         OR EXISTS (SELECT 1 FROM asked CROSS JOIN session_events AS e ON e.session_id = asked.id) AS any`,
  );
  const results = await db.batch(statements);
  return results.some((result) => rowsOf<{ any: number }>(result)[0]?.any === 1);
}

/** Before this instant a project keeps nothing; `?1` is now. */
const BEFORE = "?1 - projects.retention_days * 86400000";

/** Projects whose stores have sessions from before what they keep, those first whose oldest is overdue the longest. */
export async function projectsToEmpty(db: D1Database, now: number, limit: number) {
  const { results } = await db
    .prepare(
      `SELECT projects.id, projects.retention_days
       FROM project_stores AS s JOIN projects ON projects.id = s.project_id
       WHERE s.oldest_at < ${BEFORE} AND projects.deleted_at IS NULL
       ORDER BY s.oldest_at + projects.retention_days * 86400000 LIMIT ?2`,
    )
    .bind(now, limit)
    .all<{ id: number; retention_days: number }>();
  return results;
}

/** A range of projects: above the id `after`, up to and with `last`. */
export interface ProjectRange {
  after: number;
  last: number;
}

/** The next so many projects after an id; `null` after the last. */
export async function projectsAfter(db: D1Database, after: number, count: number): Promise<ProjectRange | null> {
  const last = await db
    .prepare("SELECT MAX(id) AS last FROM (SELECT id FROM projects WHERE id > ?1 ORDER BY id LIMIT ?2)")
    .bind(after, count)
    .first<number>("last");
  return last === null ? null : { after, last };
}

/** Contacts that belong to no session, from before there were stores. */
export const deleteLooseContacts = (db: D1Database, { after, last }: ProjectRange, now: number, limit: number) =>
  db
    .prepare(
      `DELETE FROM contacts WHERE id IN (
         SELECT contacts.id FROM projects CROSS JOIN contacts ON contacts.project_id = projects.id
         WHERE projects.id > ?2 AND projects.id <= ?3 AND projects.deleted_at IS NULL
           AND contacts.at < ${BEFORE} AND contacts.session_id IS NULL LIMIT ?4)`,
    )
    .bind(now, after, last, limit);

/** Memories and unanswered questions: what visitors left that belongs to no session. */
export const deleteOldOfVisitors = (
  db: D1Database,
  { after, last }: ProjectRange,
  now: number,
): D1PreparedStatement[] =>
  [
    { table: "memories", touched: "updated_at" },
    { table: "knowledge_questions", touched: "last_seen_at" },
  ].map(({ table, touched }) =>
    db
      .prepare(
        `DELETE FROM ${table} WHERE project_id > ?2 AND project_id <= ?3
           AND ${touched} < (SELECT ${BEFORE} FROM projects WHERE id = project_id AND deleted_at IS NULL)`,
      )
      .bind(now, after, last),
  );

/** `limit` of all webhooks, with how long their projects keep what; others each hour, in turn. The operators' own are of no project. */
export async function webhooksInTurn(db: D1Database, hour: number, limit: number) {
  const OF = "FROM webhooks LEFT JOIN projects ON projects.id = webhooks.project_id WHERE projects.deleted_at IS NULL";
  const turns = Math.ceil(((await db.prepare(`SELECT COUNT(*) AS n ${OF}`).first<number>("n")) ?? 0) / limit);
  if (turns === 0) return [];
  const { results } = await db
    .prepare(
      `SELECT webhooks.id, ifnull(projects.retention_days, ?3) AS retention_days ${OF} ORDER BY webhooks.id LIMIT ?1 OFFSET ?2`,
    )
    .bind(limit, (hour % turns) * limit, RETENTION_DAYS)
    .all<{ id: number; retention_days: number }>();
  return results;
}

/** How many days a project keeps what visitors leave; `null` for one that is not there. */
export const retentionOf = (db: D1Database, project_id: number): Promise<number | null> =>
  db.prepare("SELECT retention_days FROM projects WHERE id = ?1").bind(project_id).first<number>("retention_days");
