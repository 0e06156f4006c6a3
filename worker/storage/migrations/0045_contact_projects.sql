-- Contacts have moved from contacts and contact_counts into their projects' stores. The rows there stay for one release, for a
-- Worker that was rolled back.

-- Which project's store has a contact that was given its id here; a store's own ids say so themselves.
CREATE TABLE contact_projects (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL
);
CREATE INDEX contact_projects_by_project ON contact_projects (project_id);
INSERT INTO contact_projects SELECT id, project_id FROM contacts;
