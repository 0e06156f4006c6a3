-- Sign-ins of one token, the newest first: all but so many are deleted as another one is made.
CREATE INDEX sign_ins_by_credential ON sign_ins (credential_hash, expires_at);
