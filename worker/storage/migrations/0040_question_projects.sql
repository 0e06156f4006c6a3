-- Unanswered questions have moved from knowledge_questions and question_sessions into their projects' stores. The rows there
-- stay for one release, for a Worker that was rolled back.

-- Which project's store has a question that was given its id here; a store's own ids say so themselves.
CREATE TABLE question_projects (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL
);
CREATE INDEX question_projects_by_project ON question_projects (project_id);
INSERT INTO question_projects SELECT id, project_id FROM knowledge_questions;

-- Which version of its tables a store had when its rows were seen to be there: 1 has page counts, 2 unanswered questions.
ALTER TABLE project_stores ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
