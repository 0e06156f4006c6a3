/**
 * The ledger's tables, created by the first grant or session: an object that was only read stores nothing.
 * Fields of a lease that hardly ever change are stored together in `opening_json`: adding one needs no migration.
 */
const MIGRATIONS = [
  `CREATE TABLE account (
     id INTEGER PRIMARY KEY CHECK (id = 0),
     terms_json TEXT NOT NULL,
     balance INTEGER NOT NULL CHECK (balance >= 0),
     last_entry INTEGER NOT NULL,
     -- D1 has every entry up to this one.
     published_entry INTEGER NOT NULL DEFAULT 0
   );
   CREATE TABLE lease (
     session_id TEXT PRIMARY KEY,
     opening_json TEXT NOT NULL,
     state TEXT NOT NULL,
     end_reason TEXT,
     connected_at INTEGER,
     last_sign_at INTEGER,
     ended_at INTEGER,
     reserved INTEGER NOT NULL,
     charged INTEGER,
     call_id TEXT,
     revision INTEGER NOT NULL,
     published_revision INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE TABLE entry (
     id INTEGER PRIMARY KEY,
     amount INTEGER NOT NULL,
     kind TEXT NOT NULL,
     -- One charge a session: a second one fails here whatever the engine thinks.
     session_id TEXT UNIQUE,
     note TEXT,
     at INTEGER NOT NULL
   );
   CREATE TABLE operation (
     operation TEXT PRIMARY KEY,
     body_json TEXT NOT NULL
   ) WITHOUT ROWID;`,
  `ALTER TABLE account ADD COLUMN last_grant_json TEXT;
   ALTER TABLE account ADD COLUMN low_told INTEGER NOT NULL DEFAULT 0;
   -- Of a charge: the project, key and channel it is for, as a list.
   ALTER TABLE entry ADD COLUMN scopes_json TEXT;
   CREATE TABLE day_usage (
     scope TEXT PRIMARY KEY,
     day TEXT NOT NULL,
     sessions INTEGER NOT NULL,
     charged INTEGER NOT NULL,
     told_json TEXT NOT NULL
   ) WITHOUT ROWID;
   -- What owners are to hear; gone when their webhooks have it.
   CREATE TABLE notice (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT NOT NULL UNIQUE,
     body_json TEXT NOT NULL
   );`,
  `ALTER TABLE lease ADD COLUMN visitor TEXT NOT NULL DEFAULT '';
   CREATE INDEX lease_by_visitor ON lease (visitor, ended_at) WHERE ended_at IS NOT NULL;
   -- Calls that are still to be ended at their vendors.
   CREATE TABLE hang_up (
     session_id TEXT PRIMARY KEY,
     tries INTEGER NOT NULL,
     due INTEGER NOT NULL
   ) WITHOUT ROWID;`,
  "CREATE INDEX lease_by_end ON lease (ended_at) WHERE ended_at IS NOT NULL;",
  `-- Of an end that D1 has: 1 while webhooks and the like are to be told of it, then 2.
   ALTER TABLE lease ADD COLUMN told INTEGER NOT NULL DEFAULT 0;`,
  `-- Calls of which another call of their session has taken the place, and that are still to be ended at their vendors.
   CREATE TABLE displaced_call (
     session_id TEXT NOT NULL,
     call_id TEXT NOT NULL,
     tries INTEGER NOT NULL,
     due INTEGER NOT NULL,
     PRIMARY KEY (session_id, call_id)
   ) WITHOUT ROWID;`,
  `-- Projects whose desk hears of every change, since somebody has its inbox open.
   CREATE TABLE watched_project (project_id INTEGER PRIMARY KEY);`,
  `-- What sessions reported while the store of their project could not be reached.
   CREATE TABLE late_report (
     seq INTEGER PRIMARY KEY,
     project_id INTEGER NOT NULL,
     session_id TEXT NOT NULL,
     batch INTEGER NOT NULL,
     at INTEGER NOT NULL,
     events_json TEXT NOT NULL,
     UNIQUE (session_id, batch)
   );
   CREATE INDEX late_report_by_project ON late_report (project_id, seq);`,
  `-- Of a charge: how long a person had the session. D1's copy has only the money.
   ALTER TABLE entry ADD COLUMN person_seconds INTEGER;`,
  // What the contacts among its events come to.
  "ALTER TABLE late_report ADD COLUMN contacts_json TEXT;",
  `-- The revision that the project's store has; published_revision is what D1 had, before sessions were in stores.
   ALTER TABLE lease ADD COLUMN kept_revision INTEGER NOT NULL DEFAULT 0;`,
];

/** Version of the tables; a backup with a newer one is refused. */
export const LEDGER_VERSION = MIGRATIONS.length;

/** Brings the object's tables to the newest version. */
export function migrate(sql: SqlStorage): void {
  sql.exec("CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY)");
  const [row] = sql.exec("SELECT COALESCE(MAX(version), 0) AS version FROM migration").toArray();
  const done = Number(row?.version ?? 0);
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index < done) continue;
    sql.exec(statements);
    sql.exec("INSERT INTO migration (version) VALUES (?)", index + 1);
  }
}
