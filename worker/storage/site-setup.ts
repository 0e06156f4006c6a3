import { isTestKeySql } from "./keys.ts";

/** Keys that the owner's pages may start calls with. */
const FOR_PAGES = `NOT ${isTestKeySql("k")}`;

interface KeyRow {
  channel_id: number | null;
  allowed_domains_json: string;
  last_used_at: number | null;
  last_used_origin: string | null;
}

/** The live key for pages that was used last; `null` for none. */
export async function readPagesKey(db: D1Database, project_id: number) {
  const key = await db
    .prepare(
      `SELECT k.channel_id, k.allowed_domains_json, k.last_used_at, k.last_used_origin
       FROM api_keys AS k LEFT JOIN channels ON channels.id = k.channel_id
       WHERE k.project_id = ?1 AND k.revoked_at IS NULL AND ${FOR_PAGES}
         AND k.permissions_json LIKE '%widget:session%' AND coalesce(channels.active, 1) = 1
       ORDER BY k.last_used_at DESC, k.id DESC LIMIT 1`,
    )
    .bind(project_id)
    .first<KeyRow>();
  return (
    key && {
      channel_id: key.channel_id,
      allowed_domains: JSON.parse(key.allowed_domains_json) as string[],
      last_used_at: key.last_used_at,
      last_used_origin: key.last_used_origin,
    }
  );
}
