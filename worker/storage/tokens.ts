import { actorName } from "../actor.ts";
import type { Permitted } from "../permissions.ts";
import type { Page, PageRequest } from "./page.ts";
import { plain, type RowOf, Table } from "./table.ts";

const TOKENS = new Table("org_tokens", {
  id: plain<number>(),
  org_id: plain<number>(),
  name: plain<string | null>(null),
  /** The token that created it, `null` for an operator. */
  made_by: plain<number | null>(null),
  created_at: plain<number>(),
  revoked_at: plain<number | null>(null),
});
/** An organization's own token, without the token. */
export type OrgToken = RowOf<typeof TOKENS>;
const COLUMNS = TOKENS.list();

export const findLiveToken = (db: D1Database, token_hash: string): Promise<OrgToken | null> =>
  TOKENS.one(db, "token_hash = ?1 AND revoked_at IS NULL", token_hash);

export const findToken = (db: D1Database, id: number, scope: number | null): Promise<OrgToken | null> =>
  TOKENS.one(db, "id = ?1 AND (?2 IS NULL OR org_id = ?2)", id, scope);

export const listTokens = (db: D1Database, org_id: number, page: PageRequest): Promise<Page<OrgToken>> =>
  TOKENS.page(db, page, "org_id = ?1", org_id);

/** Creates none if the creating token was revoked meanwhile. */
export const insertToken = (
  db: D1Database,
  token: { org_id: number; name: string | null; made_by: number | null },
  token_hash: string,
  now: number,
): D1PreparedStatement =>
  TOKENS.insert(
    db,
    { ...token, created_at: now },
    { token_hash },
    {
      where: {
        sql: "WHERE ? IS NULL OR EXISTS (SELECT 1 FROM org_tokens WHERE id = ? AND revoked_at IS NULL)",
        values: [token.made_by, token.made_by],
      },
      returning: COLUMNS,
    },
  );

/** A token and all that were created with it, directly or not. */
const familyOf = (token: string) => `WITH RECURSIVE family (id) AS (
  SELECT ${token} UNION SELECT org_tokens.id FROM org_tokens JOIN family ON org_tokens.made_by = family.id
    AND org_tokens.org_id = (SELECT org_id FROM org_tokens WHERE id = ${token})
)`;

/** Revokes a token and all that were created with it, directly or not. */
export const markTokenRevoked = (db: D1Database, id: number, at: number): D1PreparedStatement =>
  db
    .prepare(
      `${familyOf("?1")}
       UPDATE org_tokens SET revoked_at = ?2 WHERE revoked_at IS NULL AND id IN (SELECT id FROM family)`,
    )
    .bind(id, at);

/** One audit entry for each token that was revoked at that moment, including the first. */
export const auditRevoked = (db: D1Database, record: Permitted, at: number, cause: number): D1PreparedStatement =>
  db
    .prepare(
      `${familyOf("?5")}
       INSERT INTO audit_log (at, actor, org_id, action, target, change_json)
       SELECT ?1, ?2, ?3, ?4, 'token:' || id, CASE WHEN id = ?5 THEN NULL ELSE json_object('with', ?5) END
       FROM org_tokens WHERE revoked_at = ?1 AND id IN (SELECT id FROM family) AND changes() > 0 ORDER BY id`,
    )
    .bind(at, actorName(record.actor), record.org_id, record.action, cause);
