-- Expired digests are dropped by whoever writes the next one.
CREATE INDEX memories_by_expiry ON memories (expires_at);
