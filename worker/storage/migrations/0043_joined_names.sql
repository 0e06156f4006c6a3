-- Who joined, as the visitor read it: a JSON array with a name for each time. NULL where nobody did.
ALTER TABLE session_persons ADD COLUMN joined_names TEXT;
