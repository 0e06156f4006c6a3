-- Ratings and analyses have moved from session_ratings and session_analyses into their projects' stores. The rows there stay for
-- one release, for a Worker that was rolled back.

-- Since when a store has analyses that a crash has cut off, or that the webhooks were not told of: the cron goes on with them.
ALTER TABLE project_stores ADD COLUMN open_since INTEGER;
CREATE INDEX project_stores_open ON project_stores (open_since) WHERE open_since IS NOT NULL;
