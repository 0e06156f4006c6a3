-- What an agent knows: sources, the pages read from them, and the passages that a search finds.

ALTER TABLE agents ADD COLUMN knowledge INTEGER NOT NULL DEFAULT 0;
ALTER TABLE agents ADD COLUMN starters_json TEXT NOT NULL DEFAULT '[]';

CREATE TABLE knowledge_sources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  kind TEXT NOT NULL CHECK (kind IN ('text', 'file', 'url', 'sitemap')),
  title TEXT,
  url TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
  detail TEXT,
  -- Names the newest reading of it, new with every refresh: whatever an older one still writes goes nowhere.
  run TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL DEFAULT 0,
  chunks INTEGER NOT NULL DEFAULT 0,
  -- How far a sitemap is.
  ready INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  waiting INTEGER NOT NULL DEFAULT 0,
  -- Languages of its pages, a JSON list: a question is stemmed in each of them.
  languages_json TEXT NOT NULL DEFAULT '[]',
  -- The service's own address, which its crawler names itself with.
  service_origin TEXT NOT NULL,
  fetched_at INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX knowledge_sources_by_project ON knowledge_sources (project_id, id);

CREATE TABLE knowledge_pages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source_id INTEGER NOT NULL REFERENCES knowledge_sources (id),
  project_id INTEGER NOT NULL,
  -- Where it was read; empty for what was uploaded.
  address TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ready', 'failed', 'skipped')),
  detail TEXT,
  title TEXT,
  language TEXT,
  etag TEXT,
  modified TEXT,
  bytes INTEGER NOT NULL DEFAULT 0,
  chunks INTEGER NOT NULL DEFAULT 0,
  -- The reading that met it last: what a whole reading did not meet is gone.
  run TEXT NOT NULL,
  fetched_at INTEGER,
  UNIQUE (source_id, address)
);
CREATE INDEX knowledge_pages_by_project ON knowledge_pages (project_id);

CREATE TABLE knowledge_chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  page_id INTEGER NOT NULL REFERENCES knowledge_pages (id),
  ordinal INTEGER NOT NULL,
  heading TEXT,
  text TEXT NOT NULL,
  UNIQUE (page_id, ordinal)
);

-- Words only, no text: rowid is the chunk's id. Words come stemmed and folded, each behind its project's id and an x,
-- so that no search of one project can meet another's.
CREATE VIRTUAL TABLE knowledge_words USING fts5(
  title, heading, body,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
-- How many chunks hold a word.
CREATE VIRTUAL TABLE knowledge_vocabulary USING fts5vocab(knowledge_words, row);

CREATE TABLE knowledge_questions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  -- Without case and punctuation: the same words are one question.
  words TEXT NOT NULL,
  text TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  UNIQUE (project_id, words)
);
CREATE INDEX knowledge_questions_by_count ON knowledge_questions (project_id, count DESC, id);
