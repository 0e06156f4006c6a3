/** Inboxes that are open, by the credential that opened them: so that the end of one closes the others' sockets at once. */
export interface OpenInbox {
  id: string;
  project_id: number;
  operator_id: number | null;
  org_token_id: number | null;
  /** The role that an operator had. */
  role: string | null;
  /** Hash of the token; `null` if Cloudflare Access vouches for the caller. */
  credential_hash: string | null;
  /** Hash of the sign-in's cookie, if one was used. */
  cookie_hash: string | null;
}

export const insertOpenInbox = (db: D1Database, inbox: OpenInbox, now: number): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO open_inboxes (id, project_id, operator_id, org_token_id, role, credential_hash, cookie_hash, opened_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(
      ...[inbox.id, inbox.project_id, inbox.operator_id, inbox.org_token_id],
      ...[inbox.role, inbox.credential_hash, inbox.cookie_hash, now],
    );

export const deleteOpenInbox = (db: D1Database, id: string): D1PreparedStatement =>
  db.prepare("DELETE FROM open_inboxes WHERE id = ?1").bind(id);

/** Rows of a project's inboxes whose sockets a kill took along: all but these, and those opened since `before`. */
export async function deleteOtherInboxes(
  db: D1Database,
  project_id: number,
  ids: string[],
  before: number,
): Promise<void> {
  await db
    .prepare(
      "DELETE FROM open_inboxes WHERE project_id = ?1 AND opened_at < ?3 AND id NOT IN (SELECT value FROM json_each(?2))",
    )
    .bind(project_id, JSON.stringify(ids), before)
    .run();
}

/** Inboxes whose credential was revoked, renewed, demoted or signed out, or whose project was deleted or moved. */
const REVOKED = `FROM open_inboxes AS i
  LEFT JOIN operators AS o ON o.id = i.operator_id LEFT JOIN org_tokens AS t ON t.id = i.org_token_id
  LEFT JOIN sign_ins AS s ON s.cookie_hash = i.cookie_hash
  LEFT JOIN projects AS p ON p.id = i.project_id AND p.deleted_at IS NULL
  WHERE ((i.cookie_hash IS NOT NULL AND IFNULL(s.expires_at, 0) <= ?1)
    OR (i.operator_id IS NOT NULL AND (o.id IS NULL OR o.role <> i.role
      OR o.token_hash <> IFNULL(i.credential_hash, o.token_hash)))
    OR (i.org_token_id IS NOT NULL AND (t.id IS NULL OR t.revoked_at IS NOT NULL OR p.org_id IS NOT t.org_id))
    OR p.id IS NULL)`;

export async function revokedInboxes(db: D1Database, now: number): Promise<{ id: string; project_id: number }[]> {
  const statement = db.prepare(`SELECT i.id, i.project_id ${REVOKED} LIMIT 1000`).bind(now);
  return (await statement.all<{ id: string; project_id: number }>()).results;
}

/** Whether it is listed, with a credential that is good. */
export async function mayStayOpen(db: D1Database, id: string, now: number): Promise<boolean> {
  const sql = `SELECT 1 FROM open_inboxes WHERE id = ?2 AND NOT EXISTS (SELECT 1 ${REVOKED} AND i.id = ?2)`;
  return (await db.prepare(sql).bind(now, id).first()) !== null;
}
