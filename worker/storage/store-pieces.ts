import { SEARCH_TOOL } from "../../shared/tool-names.ts";
import { ARRIVING_TABLES, type ArrivingTable } from "../objects/project-store/tables.ts";
import { isTestKeySql } from "./keys.ts";
import { type EarlierRow, tablesThere } from "./project-stores.ts";

/** What D1 had of projects before they had stores, and what does not fit into one answer. */

/** Whose contacts D1 has given their ids to, and of sessions whose ids do not say it. */
const NOTES: { [Table in ArrivingTable]?: { into: string; sql: string } } = {
  contacts: {
    into: "contact_projects",
    sql: "INSERT OR IGNORE INTO contact_projects SELECT value, ?2 FROM json_each(?1)",
  },
  sessions: {
    into: "session_projects",
    sql: "INSERT OR IGNORE INTO session_projects SELECT value, ?2 FROM json_each(?1)",
  },
};

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
  /** A table that a database of an earlier version may lack: then there is nothing to take. */
  needs?: string;
  /** A store's row of one of D1's. */
  row?: (row: EarlierRow) => EarlierRow;
}

const OF_PROJECT = "FROM projects p CROSS JOIN sessions s ON s.project_id = p.id CROSS JOIN";
const behind = (id: string) => `p.id = ?1 AND s.started_at >= ?2
  AND (s.started_at > ?2 OR s.id > ?3 OR (s.id = ?3 AND ${id} > ?4)) ORDER BY s.started_at, s.id, ${id} LIMIT ?5`;
/** Where a session has one row. */
const BEHIND_SESSION = `WHERE p.id = ?1 AND s.started_at >= ?2 AND (s.started_at > ?2 OR s.id > ?3)
  ORDER BY s.started_at, s.id LIMIT ?4`;
const answered = `t.name = '${SEARCH_TOOL}' AND json_extract(t.outcome_json, '$.result.found') = 1`;
const page = (what: string) =>
  `iif(${answered}, json_extract(t.outcome_json, '$.result.passages[0].${what}'), NULL) AS page_${what}`;

/** Whether a session is a test call. Of a key that is gone nobody knows. */
const IS_TEST = `EXISTS (SELECT 1 FROM api_keys AS k WHERE k.id = s.key_id AND ${isTestKeySql("k")})`;

/** What comes in pieces: by the sessions that it is of, and contacts, of which some are of none, by their time. */
const PIECES: Record<ArrivingTable, Pieces> = {
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
  contacts: {
    version: 7,
    limit: 200,
    place: ["at", "id"],
    first: [-1, 0],
    // All columns: a database of an earlier version lacks some.
    sql: `SELECT c.*, s.org_id AS of_session, p.org_id AS of_project
      FROM projects p CROSS JOIN contacts c ON c.project_id = p.id LEFT JOIN sessions s ON s.id = c.session_id
      WHERE p.id = ?1 AND c.at >= ?2 AND (c.at > ?2 OR c.id > ?3) ORDER BY c.at, c.id LIMIT ?4`,
    row: ({ of_session = null, of_project = null, org_id = null, ...row }) => ({
      ...row,
      org_id: of_session ?? org_id ?? of_project ?? 0,
    }),
  },
  ratings: {
    version: 8,
    limit: 2_000,
    place: ["started_at", "session_id"],
    first: [-1, ""],
    sql: `SELECT s.started_at, r.session_id, s.org_id, r.rating, r.at ${OF_PROJECT} session_ratings r ON r.session_id = s.id
      ${BEHIND_SESSION}`,
    row: (row) => row,
  },
  analyses: {
    version: 10,
    limit: 200,
    place: ["started_at", "session_id"],
    first: [-1, ""],
    // All columns: a database of an earlier version lacks some.
    sql: `SELECT s.started_at, s.project_id, s.org_id, s.agent_id, s.agent_name, a.*
      ${OF_PROJECT} session_analyses a ON a.session_id = s.id
      ${BEHIND_SESSION}`,
  },
  sessions: {
    version: 11,
    limit: 2_000,
    place: ["started_at", "id"],
    first: [-1, ""],
    // All columns: a database of an earlier version lacks some.
    sql: `SELECT s.*, ${IS_TEST} AS test FROM sessions s
      WHERE s.project_id = ?1 AND s.started_at >= ?2 AND (s.started_at > ?2 OR s.id > ?3) ORDER BY s.started_at, s.id LIMIT ?4`,
    row: (row) => row,
  },
  session_persons: {
    version: 11,
    needs: "session_persons",
    limit: 2_000,
    place: ["started_at", "session_id"],
    first: [-1, ""],
    sql: `SELECT s.started_at, s.org_id, t.* ${OF_PROJECT} session_persons t ON t.session_id = s.id ${BEHIND_SESSION}`,
  },
  documents: {
    version: 5,
    limit: 100,
    place: ["started_at", "session_id"],
    first: [-1, ""],
    sql: `SELECT id AS session_id, started_at FROM sessions
      WHERE project_id = ?1 AND started_at >= ?2 AND (started_at > ?2 OR id > ?3) AND emptied_at IS NULL
      ORDER BY started_at, id LIMIT ?4`,
    row: (row) => row,
  },
};

/** The next of a project's rows, by their conversations; `after` is `null` where there are no more. */
export async function readPiece(
  db: D1Database,
  project_id: number,
  table: ArrivingTable,
  after: Place | null,
): Promise<{ rows: EarlierRow[]; after: Place | null }> {
  const { limit, place, first, sql, row, needs } = PIECES[table];
  if (needs && (await tablesThere(db, [needs])).length === 0) return { rows: [], after: null };
  const { results } = await db
    .prepare(sql)
    .bind(project_id, ...(after ?? first), limit)
    .all<EarlierRow>();
  const last = results.at(-1);
  const note = NOTES[table];
  if (note && last && (await tablesThere(db, [note.into])).length > 0)
    await db
      .prepare(note.sql)
      .bind(JSON.stringify(results.map(({ id }) => id)), project_id)
      .run();
  return {
    rows: row ? results.map(row) : results.map(({ started_at: _, ...rest }) => rest),
    after: last ? place.map((column) => last[column] as string | number) : null,
  };
}

/** Tables of a store that pieces may come into: not every conversation has to be looked at where they are known to have come. */
export async function tablesToMove(db: D1Database, project_id: number): Promise<ArrivingTable[]> {
  const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} WHERE project_id = ?1) AS ${table}`;
  const there = await db
    .prepare(`SELECT ${has("sessions")}, ${has("contacts")}`)
    .bind(project_id)
    .first<{ sessions: number; contacts: number }>();
  const tables = ARRIVING_TABLES.filter((table) => there?.[table === "contacts" ? "contacts" : "sessions"] === 1);
  if (tables.length === 0) return [];
  if ((await tablesThere(db, ["question_projects"])).length === 0) return tables;
  const sql = "SELECT version FROM project_stores WHERE project_id = ?1";
  const moved = (await db.prepare(sql).bind(project_id).first<number>("version")) ?? 0;
  return tables.filter((table) => PIECES[table].version > moved);
}
