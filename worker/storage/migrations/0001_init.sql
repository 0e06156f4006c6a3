-- Times are unix milliseconds. Booleans are 0 or 1. *_json columns hold what the shared schemas validated.

CREATE TABLE organizations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  subscription TEXT NOT NULL CHECK (subscription IN ('active', 'none')),
  voice_lines INTEGER NOT NULL,
  features_json TEXT NOT NULL,
  rates_json TEXT NOT NULL,
  -- Grows with every change, so that a ledger object never takes older terms for newer ones.
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
);

CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER REFERENCES organizations (id),
  name TEXT NOT NULL,
  -- Only what the owner set; defaults are laid under it when it is read.
  widget_config_json TEXT NOT NULL DEFAULT '{}',
  identity_secret TEXT NOT NULL,
  -- Grows with every change of the project, its agents or its organization: names the immutable snapshot.
  -- It starts at the clock, so that a name never comes back when a database is made anew.
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX projects_by_org ON projects (org_id, id);

CREATE TABLE agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL,
  description TEXT,
  initial_message TEXT,
  provider TEXT NOT NULL CHECK (provider IN ('provider_a', 'provider_b', 'provider_x')),
  instructions TEXT,
  voice TEXT,
  model TEXT,
  extprovider_convai_agent_id TEXT,
  active INTEGER NOT NULL DEFAULT 1,
  memory INTEGER NOT NULL DEFAULT 0,
  max_duration_seconds INTEGER,
  tools_json TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  -- A deleted agent's row stays for the sessions that name it.
  deleted_at INTEGER
);
CREATE INDEX agents_by_project ON agents (project_id, id);

CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Keyed hash of the whole key, hex; the key itself is nowhere.
  key_hash TEXT NOT NULL UNIQUE,
  display TEXT NOT NULL,
  name TEXT NOT NULL,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  channel_id INTEGER,
  agent_id INTEGER,
  permissions_json TEXT NOT NULL,
  allowed_domains_json TEXT NOT NULL,
  minute_limit INTEGER NOT NULL,
  day_limit INTEGER NOT NULL,
  revoked_at INTEGER,
  -- When its gate object was first loaded: one that never was need not hear of changes.
  first_used_at INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX api_keys_by_project ON api_keys (project_id, id);

CREATE TABLE channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL,
  agent_id INTEGER NOT NULL REFERENCES agents (id),
  key_id INTEGER REFERENCES api_keys (id),
  created_at INTEGER NOT NULL
);
CREATE INDEX channels_by_project ON channels (project_id, id);

CREATE TABLE org_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id INTEGER NOT NULL REFERENCES organizations (id),
  name TEXT,
  token_hash TEXT NOT NULL UNIQUE,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX org_tokens_by_org ON org_tokens (org_id, id);

-- Copies that the organization's ledger object publishes; the object is the source.
CREATE TABLE ledger_entries (
  org_id INTEGER NOT NULL,
  -- Per organization, 1 upwards, as the ledger object numbered it.
  id INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'correction')),
  session_id TEXT,
  note TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (org_id, id)
) WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  org_id INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  agent_id INTEGER NOT NULL,
  agent_name TEXT NOT NULL,
  key_id INTEGER,
  provider TEXT NOT NULL,
  vendor TEXT,
  llm_model TEXT,
  -- Verified user_id (user:…) or visitor_id (visitor:…).
  subject TEXT,
  call_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('starting', 'active', 'ended')),
  end_reason TEXT,
  started_at INTEGER NOT NULL,
  connected_at INTEGER,
  ended_at INTEGER,
  charged INTEGER,
  -- Grows with every published change, so that a late copy never undoes a newer one.
  revision INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_project ON sessions (project_id, started_at);
CREATE INDEX sessions_by_subject ON sessions (project_id, subject) WHERE subject IS NOT NULL;

CREATE TABLE session_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL,
  type TEXT NOT NULL,
  body_json TEXT NOT NULL,
  -- The server's clock when it arrived, and the sender's own where it gave one.
  received_at INTEGER NOT NULL,
  at INTEGER
);
CREATE INDEX session_events_by_session ON session_events (session_id, id);

-- The first outcome of each call, returned again for the same call_id.
CREATE TABLE tool_calls (
  session_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  name TEXT NOT NULL,
  outcome_json TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (session_id, call_id)
) WITHOUT ROWID;

CREATE TABLE memories (
  project_id INTEGER NOT NULL,
  agent_id INTEGER NOT NULL,
  subject TEXT NOT NULL,
  digest TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (agent_id, subject)
) WITHOUT ROWID;
CREATE INDEX memories_by_subject ON memories (project_id, subject);

CREATE TABLE analytics_counts (
  project_id INTEGER NOT NULL,
  -- UTC, YYYY-MM-DD.
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, name)
) WITHOUT ROWID;

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- 'operator', or 'token:<id>' of an organization's token.
  actor TEXT NOT NULL,
  org_id INTEGER,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  -- What changed, without secrets.
  change_json TEXT
);
CREATE INDEX audit_log_by_org ON audit_log (org_id, id);

CREATE TABLE idempotency (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  response_json TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID;
