-- A channel may be paused or deleted, and may hold several keys. `revision` grows with every change that its keys' gates
-- must hear of.
ALTER TABLE channels ADD COLUMN active INTEGER NOT NULL DEFAULT 1;
ALTER TABLE channels ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE channels ADD COLUMN deleted_at INTEGER;
CREATE INDEX api_keys_by_channel ON api_keys (channel_id, id) WHERE channel_id IS NOT NULL;

-- The hour in which a key was last used, unix milliseconds, and the Origin of a request of that hour.
ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;
ALTER TABLE api_keys ADD COLUMN last_used_origin TEXT;
