import type { Caps } from "../../shared/caps.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

/** A place on a website with its own key; the key works with `agent_id` only. */
export interface Channel extends Caps {
  id: number;
  project_id: number;
  name: string;
  agent_id: number;
  key_id: number | null;
  created_at: number;
}

/** @param scope the only organization whose channels may be seen, `null` for all */
export const findChannel = (db: D1Database, id: number, scope: number | null): Promise<Channel | null> =>
  db
    .prepare(
      `SELECT * FROM channels
       WHERE id = ?1 AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))`,
    )
    .bind(id, scope)
    .first<Channel>();

export async function listChannels(db: D1Database, project_id: number, page: PageRequest): Promise<Page<Channel>> {
  const { results } = await db
    .prepare("SELECT * FROM channels WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3")
    .bind(project_id, page.after, page.limit + 1)
    .all<Channel>();
  return pageOf(results, page);
}

export const insertChannel = (
  db: D1Database,
  channel: Pick<Channel, "project_id" | "name" | "agent_id" | keyof Caps>,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO channels (project_id, name, agent_id, daily_credit_cap, daily_session_cap, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING *`,
    )
    .bind(
      ...[channel.project_id, channel.name, channel.agent_id, channel.daily_credit_cap, channel.daily_session_cap],
      now,
    );

/** Gives the channel the key with this hash, if that one was made for it. */
export const setChannelKey = (db: D1Database, channel_id: number, key_hash: string): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET key_id = (SELECT id FROM api_keys WHERE key_hash = ?2)
       WHERE id = ?1 AND EXISTS (SELECT 1 FROM api_keys WHERE key_hash = ?2 AND channel_id = ?1)`,
    )
    .bind(channel_id, key_hash);
