-- A person who takes a conversation over: see docs/people.md.

ALTER TABLE agents ADD COLUMN person_json TEXT;

-- Inboxes that are open, so that they close with their credential.
CREATE TABLE open_inboxes (
  id TEXT PRIMARY KEY,
  project_id INTEGER NOT NULL,
  operator_id INTEGER,
  org_token_id INTEGER,
  role TEXT,
  credential_hash TEXT,
  cookie_hash TEXT,
  opened_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What became of the requests for a person in a session, and how long it was with one; seconds.
CREATE TABLE session_persons (
  session_id TEXT PRIMARY KEY,
  asked INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  missed INTEGER NOT NULL,
  -- Of the first that was answered.
  waited_seconds INTEGER,
  seconds INTEGER NOT NULL
) WITHOUT ROWID;
