-- Rows of deleted agents and revoked keys stay for what names them: their number is not bounded, so nobody reads past them.
CREATE INDEX agents_live ON agents (project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX api_keys_live ON api_keys (project_id, id) WHERE revoked_at IS NULL;
