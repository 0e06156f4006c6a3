-- The address that was asked for, where redirects led on from it to the page: what becomes of it decides on the page.

ALTER TABLE knowledge_pages ADD COLUMN asked TEXT;
CREATE INDEX knowledge_pages_by_asked ON knowledge_pages (source_id, asked) WHERE asked IS NOT NULL;
