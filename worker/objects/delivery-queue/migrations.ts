/** The queue's tables, in their order; the second came later. */
export const MIGRATIONS = [
  `CREATE TABLE webhook (
     id INTEGER PRIMARY KEY CHECK (id = 0),
     target_json TEXT NOT NULL,
     failing_since INTEGER,
     -- Failures that D1 has not been told of yet.
     news_json TEXT
   );
   CREATE TABLE delivery (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     event TEXT NOT NULL,
     session_id TEXT,
     contact_id INTEGER,
     body TEXT NOT NULL,
     status TEXT NOT NULL DEFAULT 'pending',
     once INTEGER NOT NULL DEFAULT 0,
     attempts INTEGER NOT NULL DEFAULT 0,
     history_json TEXT NOT NULL DEFAULT '[]',
     -- NULL for what is done, and for what waits for an earlier one of its session.
     next_at INTEGER,
     created_at INTEGER NOT NULL
   );
   CREATE INDEX delivery_due ON delivery (next_at) WHERE next_at IS NOT NULL;
   CREATE INDEX delivery_of_session ON delivery (session_id, seq) WHERE session_id IS NOT NULL;
   CREATE INDEX delivery_by_status ON delivery (status, created_at);`,
  // Of organizations that the project has left: their deliveries, and where these go. NULL is the present one.
  `ALTER TABLE delivery ADD COLUMN org_id INTEGER;
   CREATE TABLE target_before (org_id INTEGER PRIMARY KEY, target_json TEXT NOT NULL);`,
] as const;
