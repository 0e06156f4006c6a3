-- Counts that a project left behind: of the time when it was this organization's.

CREATE TABLE analytics_counts_before (
  project_id INTEGER NOT NULL,
  org_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (project_id, org_id, day, name)
) WITHOUT ROWID;
CREATE INDEX analytics_counts_before_by_day ON analytics_counts_before (day);
