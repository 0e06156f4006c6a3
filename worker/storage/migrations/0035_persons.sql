-- A person who takes a conversation over: see docs/people.md.

ALTER TABLE agents ADD COLUMN person_json TEXT;
