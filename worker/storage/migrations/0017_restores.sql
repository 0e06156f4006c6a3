-- The archive that was put into this installation, if one was.
CREATE TABLE restores (
  -- The archive's own name.
  archive TEXT PRIMARY KEY,
  begun_at INTEGER NOT NULL,
  -- NULL while it is under way: the same archive again goes on.
  finished_at INTEGER
) WITHOUT ROWID;
