-- Day two: deletion that is gone on with, named operators, what goes wrong and who is told.

-- From here on nothing of it can be seen or used; the row goes last.
ALTER TABLE projects ADD COLUMN deleted_at INTEGER;
ALTER TABLE organizations ADD COLUMN deleted_at INTEGER;

-- What is being deleted. Each is done twice: at once, and an hour later for what was under way meanwhile.
CREATE TABLE deletions (
  kind TEXT NOT NULL CHECK (kind IN ('project', 'organization')),
  id INTEGER NOT NULL,
  -- Of a project: whose it was.
  org_id INTEGER,
  asked_at INTEGER NOT NULL,
  -- When all was gone for the first time.
  done_at INTEGER,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;

-- People who operate the service, besides whoever holds ADMIN_TOKEN.
CREATE TABLE operators (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- In lower case: whom Cloudflare Access lets in. NULL: signs in with the token only.
  email TEXT UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'support', 'read_only')),
  token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
);

-- Who is signed in to the console: the cookie's hash, and what it stands for. Exactly one of the three is set.
CREATE TABLE sign_ins (
  cookie_hash TEXT PRIMARY KEY,
  operator_id INTEGER REFERENCES operators (id) ON DELETE CASCADE,
  org_token_id INTEGER REFERENCES org_tokens (id) ON DELETE CASCADE,
  -- Hash of the credential it was made with: when that changes, the sign-in is over.
  credential_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sign_ins_by_expiry ON sign_ins (expires_at);

-- What went wrong, by kind: how often in all, and the last time.
CREATE TABLE service_errors (
  kind TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  detail TEXT
) WITHOUT ROWID;

-- What operators were warned of, while it lasts.
CREATE TABLE alerts (
  kind TEXT PRIMARY KEY,
  detail TEXT NOT NULL,
  raised_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX idempotency_by_age ON idempotency (at);
CREATE INDEX audit_log_by_age ON audit_log (at);
CREATE INDEX audit_log_by_target ON audit_log (target);
