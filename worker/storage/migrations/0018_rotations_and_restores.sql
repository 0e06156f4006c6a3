-- Rotation of ADMIN_TOKEN and of webhooks' secrets: the old one goes on for a while, and its end can be seen.
-- A restore of one organization beside others.

-- Signs beside `secret` until then; unix milliseconds.
ALTER TABLE webhooks ADD COLUMN previous_secret TEXT;
ALTER TABLE webhooks ADD COLUMN previous_secret_until INTEGER;

-- When somebody last came with a secret that is being rotated out.
CREATE TABLE old_secret_uses (
  name TEXT PRIMARY KEY,
  -- A fingerprint: the next rotation begins anew.
  fingerprint TEXT NOT NULL,
  last_used_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Of an archive of one organization that was put back beside others; NULL for a whole installation.
ALTER TABLE restores ADD COLUMN organization_id INTEGER;
