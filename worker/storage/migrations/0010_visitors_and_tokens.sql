-- How many sessions a visitor may have on the channel at a time; NULL is any number.
ALTER TABLE channels ADD COLUMN visitor_sessions INTEGER;

-- The organization's token that made this one, NULL for one that the operator made: it is revoked with it.
ALTER TABLE org_tokens ADD COLUMN made_by INTEGER REFERENCES org_tokens (id);
UPDATE org_tokens SET made_by =
  (SELECT CAST(substr(actor, 7) AS INTEGER) FROM audit_log
   WHERE action = 'token.create' AND target = 'token:' || org_tokens.id AND actor LIKE 'token:%');
