import { type Page, type PageRequest, pageOf } from "./page.ts";

/** An organization's own token, without the token. */
export interface OrgToken {
  id: number;
  org_id: number;
  name: string | null;
  created_at: number;
  revoked_at: number | null;
}

const COLUMNS = "id, org_id, name, created_at, revoked_at";

export const findLiveToken = (db: D1Database, token_hash: string): Promise<OrgToken | null> =>
  db
    .prepare(`SELECT ${COLUMNS} FROM org_tokens WHERE token_hash = ?1 AND revoked_at IS NULL`)
    .bind(token_hash)
    .first<OrgToken>();

export const findToken = (db: D1Database, id: number, scope: number | null): Promise<OrgToken | null> =>
  db
    .prepare(`SELECT ${COLUMNS} FROM org_tokens WHERE id = ?1 AND (?2 IS NULL OR org_id = ?2)`)
    .bind(id, scope)
    .first<OrgToken>();

export async function listTokens(db: D1Database, org_id: number, page: PageRequest): Promise<Page<OrgToken>> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM org_tokens WHERE org_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3`)
    .bind(org_id, page.after, page.limit + 1)
    .all<OrgToken>();
  return pageOf(results, page);
}

export const insertToken = (
  db: D1Database,
  token: { org_id: number; name: string | null; token_hash: string },
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO org_tokens (org_id, name, token_hash, created_at) VALUES (?1, ?2, ?3, ?4) RETURNING ${COLUMNS}`,
    )
    .bind(token.org_id, token.name, token.token_hash, now);

export const markTokenRevoked = (db: D1Database, id: number, at: number): D1PreparedStatement =>
  db.prepare("UPDATE org_tokens SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL").bind(id, at);
