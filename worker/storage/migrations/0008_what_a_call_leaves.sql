-- What a conversation leaves: webhooks, contacts, ratings, analysis, search, opening hours, caps, retention.

ALTER TABLE projects ADD COLUMN hours_json TEXT;
-- Days that transcripts, events, contacts, usage and tool calls are kept; 0 keeps nothing but the ledger.
ALTER TABLE projects ADD COLUMN retention_days INTEGER NOT NULL DEFAULT 90;
-- Per UTC day, running reservations included; NULL is no cap.
ALTER TABLE projects ADD COLUMN daily_credit_cap INTEGER;
ALTER TABLE projects ADD COLUMN daily_session_cap INTEGER;
ALTER TABLE api_keys ADD COLUMN daily_credit_cap INTEGER;
ALTER TABLE api_keys ADD COLUMN daily_session_cap INTEGER;
ALTER TABLE channels ADD COLUMN daily_credit_cap INTEGER;
ALTER TABLE channels ADD COLUMN daily_session_cap INTEGER;

ALTER TABLE agents ADD COLUMN collect_contact_json TEXT;
ALTER TABLE agents ADD COLUMN analysis_json TEXT;

-- Where events are sent. The deliveries are in the webhook's own queue object.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  events_json TEXT NOT NULL,
  include_transcript INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1,
  -- The service's address as the operator called it: links in events begin with it.
  origin TEXT NOT NULL,
  last_failure_json TEXT,
  -- Grows with every change, so that the queue never takes an older address for a newer one.
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
);
CREATE INDEX webhooks_by_project ON webhooks (project_id, id);

CREATE TABLE contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  session_id TEXT,
  agent_id INTEGER,
  name TEXT,
  email TEXT,
  phone TEXT,
  message TEXT,
  consent_text TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Of the session or UTC day and all fields: the same form sent again is the same contact.
  digest TEXT NOT NULL,
  -- When the webhooks were told; NULL until then.
  announced_at INTEGER,
  UNIQUE (project_id, digest)
);
CREATE INDEX contacts_by_project ON contacts (project_id, at);
CREATE INDEX contacts_by_session ON contacts (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX contacts_unannounced ON contacts (at) WHERE announced_at IS NULL;

-- The newest rating of a session.
CREATE TABLE session_ratings (
  session_id TEXT PRIMARY KEY,
  rating INTEGER NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE session_analyses (
  session_id TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
  result_json TEXT,
  -- Why it failed, in plain words.
  detail TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_analyses_pending ON session_analyses (at) WHERE status = 'pending';

-- When retention emptied a session; the row stays for its charge.
ALTER TABLE sessions ADD COLUMN emptied_at INTEGER;
CREATE INDEX sessions_to_empty ON sessions (project_id, started_at) WHERE emptied_at IS NULL;

-- Search of transcripts: one document for each session. `id` grows with the session's start, so that the newest come
-- first without sorting; the words themselves are kept in the session's events only.
CREATE TABLE search_documents (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL
);
CREATE VIRTUAL TABLE search_words USING fts5 (
  project, words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
-- Sessions whose transcript has grown since it was indexed.
CREATE TABLE search_pending (
  session_id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID;
