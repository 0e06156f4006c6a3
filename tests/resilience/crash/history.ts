import type { DatabaseSync } from "node:sqlite";
import type { Service } from "../../harness/service/workerd/service.ts";

/** A project of which everything is in D1, as a version without stores has left it. */
export interface History {
  org: number;
  project: number;
}

/** Of each kind so many that it comes in three pieces. */
const SESSIONS = 230;
const EACH = { session_events: 20, session_usage: 10, tool_calls: 2 };
/** Every other of these is of a session. */
const CONTACTS = 450;

const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => n));

export function leaveHistories(db: DatabaseSync, projects: readonly History[]): void {
  const at = Date.now() - 86_400_000;
  const ofEach = (sql: string, count: number, project: number) =>
    db
      .prepare(`${sql} FROM json_each(?1) AS s, json_each(?2) AS n`)
      .run(numbers(SESSIONS), numbers(count), BigInt(project), at);
  db.exec("BEGIN");
  for (const { org, project } of projects) {
    db.prepare(
      `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, charged, revision)
       SELECT 'ses_old_' || ?2 || '_' || value, ?1, ?2, 1, 'Ava', 'provider_a', 'ended', ?4 + value, ?4 + value, 0, 1
       FROM json_each(?3)`,
    ).run(org, BigInt(project), numbers(SESSIONS), at);
    ofEach(
      `INSERT INTO session_events (session_id, type, body_json, received_at, at)
       SELECT 'ses_old_' || ?3 || '_' || s.value, 'user_transcript',
         json_object('text', 'ferry ' || s.value || ' line ' || n.value), ?4 + n.value, NULL`,
      EACH.session_events,
      project,
    );
    ofEach(
      `INSERT INTO session_usage (session_id, id, usage_json, at)
       SELECT 'ses_old_' || ?3 || '_' || s.value, 'r' || n.value, '{"total_tokens":3}', ?4`,
      EACH.session_usage,
      project,
    );
    ofEach(
      `INSERT INTO tool_calls (session_id, call_id, name, outcome_json, at)
       SELECT 'ses_old_' || ?3 || '_' || s.value, 'c' || n.value, 'look', '{"success":true}', ?4`,
      EACH.tool_calls,
      project,
    );
    db.prepare(
      `INSERT INTO contacts (project_id, session_id, email, message, consent_text, at, digest, announced_at, org_id)
       SELECT ?1, iif(value % 2, NULL, 'ses_old_' || ?1 || '_' || (value / 2)), 'v' || value || '@example.com', 'Hello', 'Yes.',
         ?3 + value / 3, 'd' || value, ?3, ?4 FROM json_each(?2)`,
    ).run(BigInt(project), numbers(CONTACTS), at, org);
    db.prepare(
      `INSERT INTO session_ratings (session_id, rating, at)
       SELECT 'ses_old_' || ?2 || '_' || value, 1 + value % 5, ?3 FROM json_each(?1)`,
    ).run(numbers(SESSIONS), BigInt(project), at);
    db.prepare(
      `INSERT INTO session_persons (session_id, asked, answered, missed, seconds)
       SELECT 'ses_old_' || ?2 || '_' || value, 1, value % 2, 1 - value % 2, value FROM json_each(?1)`,
    ).run(numbers(SESSIONS), BigInt(project));
    // The model of no version is asked: what is pending stays so.
    db.prepare(
      `INSERT INTO session_analyses (session_id, status, result_json, detail, tries, at, to_announce)
       SELECT 'ses_old_' || ?2 || '_' || value, iif(value % 3, iif(value % 3 = 1, 'done', 'failed'), 'pending'),
         iif(value % 3 = 1, json_object('summary', 'Summary ' || value, 'fields', json('{}'), 'criteria', json('[]')), NULL),
         iif(value % 3 = 2, 'No answer', NULL), value % 4, ?3 + value, value % 3 = 1 AND value % 2 FROM json_each(?1)`,
    ).run(numbers(SESSIONS), BigInt(project), at);
    db.prepare(
      "INSERT INTO analytics_counts (project_id, day, name, count) SELECT ?1, '2026-01-01', 'name-' || value, 7 FROM json_each(?2)",
    ).run(project, numbers(20));
    db.prepare(
      `INSERT INTO knowledge_questions (project_id, words, text, count, last_seen_at)
       SELECT ?1, 'words ' || value, 'Words ' || value || '?', 1, ?3 FROM json_each(?2)`,
    ).run(project, numbers(20), at);
    db.prepare(
      `INSERT INTO question_sessions (session_id, question_id, count)
       SELECT 'ses_old_' || project_id || '_0', id, 1 FROM knowledge_questions WHERE project_id = ?1`,
    ).run(project);
  }
  db.exec("COMMIT");
}

const CONTACT = `SELECT id, project_id, org_id, session_id, agent_id, name, email, phone, message, consent_text, at, digest, announced_at,
  done_at FROM contacts`;

const SESSION = `SELECT id, org_id, project_id, agent_id, agent_name, key_id, provider, vendor, llm_model, subject, call_id, state, end_reason,
  started_at, connected_at, ended_at, charged, revision, emptied_at FROM sessions WHERE id GLOB :sessions ORDER BY 1`;

/** What must be the same in the store as in D1: D1's rows, those of the store, by the same columns and in the same order. */
const SAME: Record<string, [inD1: string, inStore: string]> = {
  ...of("events", "session_events", "session_id, id, type, body_json, received_at, at"),
  ...of("usage", "session_usage", "session_id, id, usage_json, at"),
  ...of("ratings", "session_ratings", "session_id, rating, at"),
  ...of("analyses", "session_analyses", "session_id, status, result_json, detail, tries, at, to_announce"),
  ...of("tool_calls", "tool_calls", "session_id, call_id, name, at, outcome_json"),
  counts: [
    "SELECT day, name, count FROM analytics_counts WHERE project_id = :project ORDER BY 1, 2",
    "SELECT day, name, count FROM counts ORDER BY 1, 2",
  ],
  questions: [
    "SELECT id, words, text, count, last_seen_at FROM knowledge_questions WHERE project_id = :project ORDER BY 1",
    "SELECT id, words, text, count, last_seen_at FROM questions ORDER BY 1",
  ],
  question_sessions: [
    `SELECT session_id, question_id, count FROM question_sessions WHERE session_id GLOB :sessions ORDER BY 1, 2`,
    "SELECT session_id, question_id, count FROM question_sessions ORDER BY 1, 2",
  ],
  contacts: [`${CONTACT} WHERE project_id = :project ORDER BY 1`, `${CONTACT} ORDER BY 1`],
  sessions: [SESSION, SESSION],
  ...of(
    "session_persons",
    "session_persons",
    "session_id, asked, answered, missed, waited_seconds, seconds, joined_names",
  ),
  documents: [
    "SELECT id AS session_id FROM sessions WHERE id GLOB :sessions ORDER BY 1",
    "SELECT session_id FROM documents WHERE session_id GLOB :sessions ORDER BY 1",
  ],
};

function of(table: string, inD1: string, columns: string) {
  const rows = (from: string) => `SELECT ${columns} FROM ${from} WHERE session_id GLOB :sessions ORDER BY 1, 2`;
  return { [table]: [rows(inD1), rows(table)] as [string, string] };
}

type Rows = Record<string, unknown[]>;

function read(db: DatabaseSync, { project }: History, place: 0 | 1): Rows {
  const values = { project, sessions: sessionsOf(project) };
  return Object.fromEntries(
    Object.entries(SAME).map(([table, sql]) => {
      const statement = db.prepare(sql[place]);
      statement.setAllowUnknownNamedParameters(true);
      return [table, statement.all(values)];
    }),
  );
}

const sessionsOf = (project: number) => `ses_old_${project}_*`;

/** What D1 has of it. */
export const inD1 = (db: DatabaseSync, history: History): Rows => read(db, history, 0);

export interface Moved {
  /** Whether all of it is there, or pieces that nobody reads yet. */
  whole: boolean;
  /** What the store has of it, once it is whole. */
  rows: Rows;
  /** What the store has of the sessions that came behind it: lines as they were told, and ids of usage. */
  said: { session_id: string; item: string; text: string }[];
  used: { session_id: string; id: string }[];
}

const BEHIND = "session_id NOT GLOB 'ses_old_*'";

/** What a project's store has; `null` where nothing has come yet. Only after a kill. */
export function inStore(service: Service, history: History): Moved | null {
  const [found = null] = service
    .eachObject("ProjectStore", (db): Moved | null => {
      const has = (table: string) => db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== undefined;
      const isIn = (table: string) =>
        has(table) &&
        db.prepare(`SELECT 1 FROM ${table} WHERE session_id GLOB ?`).get(sessionsOf(history.project)) !== undefined;
      if (isIn("arriving_tool_calls")) return { whole: false, rows: {}, said: [], used: [] };
      if (!isIn("tool_calls")) return null;
      const all = <Row>(sql: string) => db.prepare(sql).all() as Row[];
      return {
        whole: true,
        rows: read(db, history, 1),
        said: all(
          `SELECT session_id, body_json ->> 'item' AS item, body_json ->> 'text' AS text FROM events
           WHERE type = 'user_transcript' AND ${BEHIND} ORDER BY session_id, id`,
        ),
        used: all(`SELECT session_id, id FROM usage WHERE ${BEHIND}`),
      };
    })
    .filter((one) => one !== null);
  return found;
}
