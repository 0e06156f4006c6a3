-- A channel's script is named by its public_id; the script's key is derived from the secret, this name and the generation.
ALTER TABLE channels ADD COLUMN public_id TEXT;
ALTER TABLE channels ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
-- NULL: those of its key, for a channel of an earlier version.
ALTER TABLE channels ADD COLUMN allowed_domains_json TEXT;
UPDATE channels SET public_id = 'ch_' || lower(hex(randomblob(16)));
CREATE INDEX channels_by_public_id ON channels (public_id);

-- Of a derived key: its generation, and when it ends although nobody revokes it.
ALTER TABLE api_keys ADD COLUMN generation INTEGER;
ALTER TABLE api_keys ADD COLUMN expires_at INTEGER;
