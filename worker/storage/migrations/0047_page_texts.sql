-- Which text in the object that keeps the project's passages is a page's, and the reading (`fetched_at`) that gave it. What D1
-- has of a page goes there when it is first needed; a Worker of before that reads a page anew leaves another `fetched_at`.
ALTER TABLE knowledge_pages ADD COLUMN text_id TEXT;
ALTER TABLE knowledge_pages ADD COLUMN text_at INTEGER;
CREATE INDEX knowledge_pages_by_text ON knowledge_pages (text_id) WHERE text_id IS NOT NULL;
-- Pages whose passages are in D1 still.
CREATE INDEX knowledge_pages_to_move ON knowledge_pages (project_id)
  WHERE status = 'ready' AND (text_id IS NULL OR text_at IS NOT fetched_at);
