-- Projects whose page counts have moved from analytics_counts and analytics_counts_before into their own stores, and when
-- that was seen. The rows in those tables stay for one release, for a Worker that was rolled back.

CREATE TABLE project_stores (
  project_id INTEGER PRIMARY KEY,
  moved_at INTEGER NOT NULL
);
