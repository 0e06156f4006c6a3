-- When an organization's ledger said last that the store of one of its projects lacks what was reported; NULL where none does.
ALTER TABLE organizations ADD COLUMN late_at INTEGER;
CREATE INDEX organizations_late ON organizations (late_at) WHERE late_at IS NOT NULL;
