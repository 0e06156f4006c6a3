-- What bounds how often an organization's token may do something is counted from the audit log.
CREATE INDEX audit_log_by_action ON audit_log (org_id, action, at);
