import type { Author } from "../actor.ts";
import { unless } from "./bounds.ts";

/** What a caller was let in with, and the project that is to be changed. */
export interface Authority {
  actor: Author;
  project_id: number | null;
}

const TOKEN = "EXISTS (SELECT 1 FROM org_tokens WHERE id = ?1 AND revoked_at IS NULL)";
const OWN = "(?2 IS NULL OR EXISTS (SELECT 1 FROM projects WHERE id = ?2 AND org_id = ?3 AND deleted_at IS NULL))";
const OPERATOR = "EXISTS (SELECT 1 FROM operators WHERE id = ?1 AND role = ?2)";

/** SQL that says whether it holds; `null` for who needs none: the service, and the holder of ADMIN_TOKEN. */
function conditionOf({ actor, project_id }: Authority): { credential: string; sql: string; bound: unknown[] } | null {
  if (actor === "service") return null;
  if (actor.kind === "organization")
    return { credential: TOKEN, sql: `${TOKEN} AND ${OWN}`, bound: [actor.token_id, project_id, actor.org_id] };
  if (actor.operator_id === null) return null;
  return { credential: OPERATOR, sql: OPERATOR, bound: [actor.operator_id, actor.role] };
}

/** To be run first in the batch that changes something: it fails as a whole where the caller may not any more. */
export function guardAuthority(db: D1Database, authority: Authority): D1PreparedStatement[] {
  const condition = conditionOf(authority);
  return condition ? [db.prepare(unless(condition.sql)).bind(...condition.bound)] : [];
}

/** What a caller has lost since the request was let in. */
export async function lostAuthority(db: D1Database, authority: Authority): Promise<"credential" | "project" | null> {
  const condition = conditionOf(authority);
  if (!condition) return null;
  // Every parameter is in it, also where the shorter one is asked for.
  const sql = `SELECT ${condition.credential} AS credential, ${condition.sql} AS whole`;
  const row = await db
    .prepare(sql)
    .bind(...condition.bound)
    .first<{ credential: number; whole: number }>();
  if (row?.credential !== 1) return "credential";
  return row.whole === 1 ? null : "project";
}
