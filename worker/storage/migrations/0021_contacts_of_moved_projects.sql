-- Of a contact without a session: the organization that its project has left since; NULL while it is in its first.

ALTER TABLE contacts ADD COLUMN org_id INTEGER;
