import { rowsOf } from "./rows.ts";

/** Keys that the owner's pages may start calls with; a key with an agent but without a channel is for test calls. */
const FOR_PAGES = "(k.channel_id IS NOT NULL OR k.agent_id IS NULL)";

interface KeyRow {
  channel_id: number | null;
  allowed_domains_json: string;
  last_used_at: number | null;
  last_used_origin: string | null;
}

/** The live key for pages that was used last, and when the first call with such a key connected. */
export async function readSiteSetup(db: D1Database, project_id: number) {
  const [keys, calls] = await db.batch([
    db
      .prepare(
        `SELECT k.channel_id, k.allowed_domains_json, k.last_used_at, k.last_used_origin
         FROM api_keys AS k LEFT JOIN channels ON channels.id = k.channel_id
         WHERE k.project_id = ?1 AND k.revoked_at IS NULL AND ${FOR_PAGES}
           AND k.permissions_json LIKE '%widget:session%' AND coalesce(channels.active, 1) = 1
         ORDER BY k.last_used_at DESC, k.id DESC LIMIT 1`,
      )
      .bind(project_id),
    db
      .prepare(
        `SELECT s.connected_at FROM sessions AS s JOIN api_keys AS k ON k.id = s.key_id
         WHERE s.project_id = ?1 AND s.connected_at IS NOT NULL AND ${FOR_PAGES}
         ORDER BY s.started_at LIMIT 1`,
      )
      .bind(project_id),
  ]);
  const key = rowsOf<KeyRow>(keys)[0];
  return {
    key: key
      ? {
          channel_id: key.channel_id,
          allowed_domains: JSON.parse(key.allowed_domains_json) as string[],
          last_used_at: key.last_used_at,
          last_used_origin: key.last_used_origin,
        }
      : null,
    first_call_at: rowsOf<{ connected_at: number }>(calls)[0]?.connected_at ?? null,
  };
}
