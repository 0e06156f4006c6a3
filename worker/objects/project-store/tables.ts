/** Grows with every change of the tables, and of those of passages. */
export const STORE_VERSION = 12;

/**
 * The tables that backups have, with their keys; what a row refers to stands before it. Each row has the organization that it
 * is of, 0 for nobody's. Once a table exists, D1's rows of it are in it.
 */
export const TABLES = {
  counts: ["org_id", "day", "name"],
  questions: ["id"],
  question_sessions: ["session_id", "question_id"],
  tool_calls: ["session_id", "call_id"],
  events: ["session_id", "id"],
  usage: ["session_id", "id"],
  contacts: ["id"],
  ratings: ["session_id"],
  analyses: ["session_id"],
  sessions: ["id"],
  session_persons: ["session_id"],
} as const satisfies Record<string, readonly string[]>;
export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

export const isTable = (name: string): name is TableName => Object.hasOwn(TABLES, name);

/** In backups: which volume has a session's records. D1 never had it, and a store that never grew has none. */
export const MOVED_SESSIONS = "moved_sessions";
/** Of a backup's place: behind it stand a volume's number and, but at its beginning, the place in it. */
export const VOLUME = "volume";

/** What volumes keep of sessions, which is most of a store. */
export const RECORD_TABLES = ["tool_calls", "events", "usage"] as const satisfies TableName[];
export const isRecordTable = (name: string): name is (typeof RECORD_TABLES)[number] =>
  (RECORD_TABLES as readonly string[]).includes(name);

const callsTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (session_id TEXT NOT NULL, call_id TEXT NOT NULL, org_id INTEGER NOT NULL, name TEXT NOT NULL,
   at INTEGER NOT NULL, page_title TEXT, page_url TEXT, outcome_json TEXT, PRIMARY KEY (session_id, call_id)) WITHOUT ROWID`;

const TOOL_CALLS_BY_ANSWER =
  "CREATE INDEX IF NOT EXISTS tool_calls_by_answer ON tool_calls (at) WHERE page_title IS NOT NULL";

const eventsTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (session_id TEXT NOT NULL, id INTEGER NOT NULL, org_id INTEGER NOT NULL, batch INTEGER,
   type TEXT NOT NULL, body_json TEXT NOT NULL, received_at INTEGER NOT NULL, at INTEGER, PRIMARY KEY (session_id, id)) WITHOUT ROWID`;

const usageTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (session_id TEXT NOT NULL, id TEXT NOT NULL, org_id INTEGER NOT NULL, usage_json TEXT NOT NULL,
   at INTEGER NOT NULL, PRIMARY KEY (session_id, id)) WITHOUT ROWID`;

const contactsTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, org_id INTEGER NOT NULL, session_id TEXT,
   agent_id INTEGER, name TEXT, email TEXT, phone TEXT, message TEXT, consent_text TEXT NOT NULL, at INTEGER NOT NULL,
   digest TEXT NOT NULL, announced_at INTEGER, done_at INTEGER)`;
const ratingsTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (session_id TEXT PRIMARY KEY, org_id INTEGER NOT NULL, started_at INTEGER NOT NULL,
   rating INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID`;

const analysesTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (session_id TEXT PRIMARY KEY, project_id INTEGER NOT NULL, org_id INTEGER NOT NULL,
   agent_id INTEGER NOT NULL, agent_name TEXT NOT NULL, status TEXT NOT NULL, result_json TEXT, detail TEXT,
   tries INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL, to_announce INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`;

const sessionsTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (id TEXT PRIMARY KEY, org_id INTEGER NOT NULL, project_id INTEGER NOT NULL,
   agent_id INTEGER NOT NULL, agent_name TEXT NOT NULL, key_id INTEGER, test INTEGER NOT NULL DEFAULT 0, provider TEXT NOT NULL, vendor TEXT,
   llm_model TEXT, subject TEXT, call_id TEXT, state TEXT NOT NULL, end_reason TEXT, started_at INTEGER NOT NULL,
   connected_at INTEGER, ended_at INTEGER, charged INTEGER, revision INTEGER NOT NULL, emptied_at INTEGER) WITHOUT ROWID`;

const personsTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (session_id TEXT PRIMARY KEY, org_id INTEGER NOT NULL, asked INTEGER NOT NULL,
   answered INTEGER NOT NULL, missed INTEGER NOT NULL, waited_seconds INTEGER, seconds INTEGER NOT NULL, joined_names TEXT) WITHOUT ROWID`;

const documentsTable = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL UNIQUE)`;

/** What the search is made of: it is in no backup, since it comes from the events. */
const SEARCH_SCHEMA = [
  "CREATE TABLE IF NOT EXISTS unindexed (session_id TEXT PRIMARY KEY) WITHOUT ROWID",
  `CREATE VIRTUAL TABLE IF NOT EXISTS search_words USING fts5 (words, content = '', contentless_delete = 1,
   tokenize = 'unicode61 remove_diacritics 2')`,
];

/**
 * What D1 has of these comes in piece by piece: `into` a table that nobody reads, and that takes the name of the store's own when
 * the last piece is in it. `place` says how far it is.
 */
export const ARRIVING = {
  tool_calls: { into: "arriving_tool_calls", place: "arrival", schema: [callsTable("arriving_tool_calls")] },
  events: { into: "arriving_events", place: "arrival_of_events", schema: [eventsTable("arriving_events")] },
  usage: { into: "arriving_usage", place: "arrival_of_usage", schema: [usageTable("arriving_usage")] },
  contacts: { into: "arriving_contacts", place: "arrival_of_contacts", schema: [contactsTable("arriving_contacts")] },
  ratings: { into: "arriving_ratings", place: "arrival_of_ratings", schema: [ratingsTable("arriving_ratings")] },
  analyses: { into: "arriving_analyses", place: "arrival_of_analyses", schema: [analysesTable("arriving_analyses")] },
  sessions: { into: "arriving_sessions", place: "arrival_of_sessions", schema: [sessionsTable("arriving_sessions")] },
  session_persons: {
    into: "arriving_session_persons",
    place: "arrival_of_session_persons",
    schema: [personsTable("arriving_session_persons")],
  },
  // D1 gives the sessions' starts, by which they are numbered. Last, since by then their words are there.
  documents: {
    into: "arriving_documents",
    place: "arrival_of_documents",
    schema: [documentsTable("arriving_documents"), ...SEARCH_SCHEMA],
  },
} as const satisfies Record<string, { into: string; place: string; schema: string[] }>;
export type ArrivingTable = keyof typeof ARRIVING;
export const ARRIVING_TABLES = Object.keys(ARRIVING) as ArrivingTable[];

/** Whether a place of a backup names its table's key. */
export function isStoreKey([table, ...key]: readonly (string | number)[]): boolean {
  if (table === VOLUME) {
    const [volume, ...within] = key;
    return (
      typeof volume === "number" && (within.length === 0 || (isRecordTable(String(within[0])) && isStoreKey(within)))
    );
  }
  if (table === MOVED_SESSIONS) return key.length === 1;
  return typeof table === "string" && isTable(table) && key.length === TABLES[table].length;
}

/** Of a volume. */
export const RECORD_SCHEMA = [
  callsTable("tool_calls"),
  TOOL_CALLS_BY_ANSWER,
  eventsTable("events"),
  usageTable("usage"),
  ...SEARCH_SCHEMA,
  documentsTable("documents"),
];

export const SCHEMA = [
  // Whose what comes now is, 0 for nobody's, and the project's version that said so.
  "CREATE TABLE IF NOT EXISTS owner (id INTEGER PRIMARY KEY CHECK (id = 0), org_id INTEGER NOT NULL, version INTEGER NOT NULL)",
  `CREATE TABLE IF NOT EXISTS counts (org_id INTEGER NOT NULL, day TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
   PRIMARY KEY (org_id, day, name)) WITHOUT ROWID`,
  // The newest id that was given, so that none is given twice.
  "CREATE TABLE IF NOT EXISTS given_id (name TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID",
  `CREATE TABLE IF NOT EXISTS questions (id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, words TEXT NOT NULL UNIQUE,
   text TEXT NOT NULL, count INTEGER NOT NULL, last_seen_at INTEGER NOT NULL)`,
  // Which sessions asked a question, how often and when first: a session that is forgotten takes its share of the count along.
  `CREATE TABLE IF NOT EXISTS question_sessions (session_id TEXT NOT NULL, question_id INTEGER NOT NULL, org_id INTEGER NOT NULL,
   at INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (session_id, question_id)) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS question_sessions_by_question ON question_sessions (question_id)",
  callsTable("tool_calls"),
  // One row for each event, in the order of a session. `batch` names the report that it came with, which may come twice.
  eventsTable("events"),
  usageTable("usage"),
  contactsTable("contacts"),
  // Also by what makes two forms the same contact.
  "CREATE INDEX IF NOT EXISTS contacts_by_session ON contacts (session_id, digest)",
  "CREATE INDEX IF NOT EXISTS contacts_unannounced ON contacts (at) WHERE announced_at IS NULL",
  "CREATE INDEX IF NOT EXISTS contacts_loose ON contacts (at) WHERE session_id IS NULL",
  // In no backup: they bound an hour or a day. The names of visitors are salted.
  `CREATE TABLE IF NOT EXISTS contact_counts (visitor TEXT NOT NULL, since INTEGER NOT NULL, count INTEGER NOT NULL,
   PRIMARY KEY (visitor, since)) WITHOUT ROWID`,
  ratingsTable("ratings"),
  analysesTable("analyses"),
  // Not by `at`, which each attempt changes: the index would be written with it.
  "CREATE INDEX IF NOT EXISTS analyses_open ON analyses (session_id) WHERE (status = 'pending' OR to_announce = 1)",
  // In the order in which sessions are listed.
  "CREATE INDEX IF NOT EXISTS ratings_by_start ON ratings (started_at, session_id, rating)",
  // `test`: a test call from the console. `emptied_at`: when retention emptied it; the row stays for its charge.
  sessionsTable("sessions"),
  "CREATE INDEX IF NOT EXISTS sessions_by_start ON sessions (started_at, id)",
  "CREATE INDEX IF NOT EXISTS sessions_by_subject ON sessions (subject, started_at) WHERE subject IS NOT NULL",
  "CREATE INDEX IF NOT EXISTS sessions_to_empty ON sessions (started_at) WHERE emptied_at IS NULL",
  // What became of the requests for a person in a session, and how long it was with one; seconds, `waited_seconds` of the first.
  personsTable("session_persons"),
  TOOL_CALLS_BY_ANSWER,
  ...SEARCH_SCHEMA,
  documentsTable("documents"),
];
