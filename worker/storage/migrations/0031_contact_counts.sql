-- Contacts without a session, by visitor and hour, and by project and day (visitor ''): what bounds them. The names of visitors
-- are salted; rows go after two days.
CREATE TABLE contact_counts (
  project_id INTEGER NOT NULL,
  visitor TEXT NOT NULL,
  -- Beginning of the hour or the day, unix ms.
  since INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (project_id, visitor, since)
) WITHOUT ROWID;
CREATE INDEX contact_counts_by_age ON contact_counts (since);
