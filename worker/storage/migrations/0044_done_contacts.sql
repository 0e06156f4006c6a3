-- When somebody of the site had dealt with a contact; NULL until then.
ALTER TABLE contacts ADD COLUMN done_at INTEGER;
