-- Browsers of operators that are told when somebody waits for a person: see docs/people.md. What they stand on is as for
-- open_inboxes; they end with it.
CREATE TABLE devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  operator_id INTEGER,
  org_token_id INTEGER,
  credential_hash TEXT,
  cookie_hash TEXT,
  -- The push service's address of this browser, and the browser's keys.
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  -- The service's key that the browser takes messages of, and the service's address as the browser knows it.
  public_key TEXT NOT NULL,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, endpoint)
);
CREATE INDEX devices_by_sign_in ON devices (cookie_hash);
