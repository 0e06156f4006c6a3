-- What vendors said that the parts of a session cost, told by the page. Told again, a part counts once.
CREATE TABLE session_usage (
  session_id TEXT NOT NULL,
  -- The vendor's own, of a response or an item.
  id TEXT NOT NULL,
  usage_json TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (session_id, id)
) WITHOUT ROWID;
