-- Sessions have moved from sessions and session_persons into their projects' stores. The rows there stay for one release, for a
-- Worker that was rolled back.

-- When the oldest session of a store began that retention has not emptied yet: the cron knows by it where something is overdue.
ALTER TABLE project_stores ADD COLUMN oldest_at INTEGER;
CREATE INDEX project_stores_oldest ON project_stores (oldest_at) WHERE oldest_at IS NOT NULL;
-- The project of sessions whose ids do not name it. Ids that were given since do.
CREATE TABLE session_projects (
  id TEXT PRIMARY KEY,
  project_id INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_projects_by_project ON session_projects (project_id);
