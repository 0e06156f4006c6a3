-- The name that a page shares with its translations, empty if it has none. NULL: it was read before, and is read anew once.
ALTER TABLE knowledge_pages ADD COLUMN translations TEXT;
