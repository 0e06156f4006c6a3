-- Which addresses of a site its owner wants read: `{"include": [...], "exclude": [...]}`. NULL is all of them.
ALTER TABLE knowledge_sources ADD COLUMN patterns_json TEXT;
