-- Sessions' events have moved from session_events into their projects' stores. The rows there stay for one release, for a
-- Worker that was rolled back.

-- How full a store was when it was last looked at, in percent; NULL below what its operator has to know.
ALTER TABLE project_stores ADD COLUMN percent INTEGER;
CREATE INDEX project_stores_full ON project_stores (percent) WHERE percent IS NOT NULL;
