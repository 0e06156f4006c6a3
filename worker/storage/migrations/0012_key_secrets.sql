-- Rotation of KEY_SECRET. Public keys stand in pages, and their checksums cannot change: a secret that was retired stays
-- here, sealed with the newest, for as long as its keys are used. It checks keys and nothing else.
CREATE TABLE retired_key_secrets (
  -- A fingerprint of the secret.
  id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  -- The fingerprint of the secret that it is sealed with.
  sealed_with TEXT NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID;

-- Fingerprint of the secret that the key was made with; NULL for one that was made before this was noted.
ALTER TABLE api_keys ADD COLUMN secret_id TEXT;
-- Fingerprint of the newest secret under which the key was used since; NULL for none but its own.
ALTER TABLE api_keys ADD COLUMN carried_to TEXT;
