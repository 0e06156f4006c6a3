-- 1 from the end of an analysis until the webhooks have been told of it.

ALTER TABLE session_analyses ADD COLUMN to_announce INTEGER NOT NULL DEFAULT 0;
CREATE INDEX session_analyses_to_announce ON session_analyses (at) WHERE to_announce = 1;
