import type { Caps } from "../../shared/caps.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { ifGiven, plusOne, updateRow } from "./update-row.ts";

export interface ChannelRow extends Caps {
  id: number;
  project_id: number;
  name: string;
  agent_id: number;
  key_id: number | null;
  active: number;
  /** Sessions that one visitor may have at once, `null` for any number. */
  visitor_sessions: number | null;
  revision: number;
  created_at: number;
  deleted_at: number | null;
}

/** A place on a website with its own keys; they work with `agent_id` only, and while it is `active`. */
export interface Channel extends Omit<ChannelRow, "active" | "revision" | "deleted_at"> {
  active: boolean;
}

export const channelFromRow = ({ active, revision: _, deleted_at: __, ...row }: ChannelRow): Channel => ({
  ...row,
  active: active === 1,
});

/** @param scope the only organization whose channels may be seen, `null` for all */
export async function findChannel(db: D1Database, id: number, scope: number | null): Promise<Channel | null> {
  const row = await db
    .prepare(
      `SELECT * FROM channels
       WHERE id = ?1 AND deleted_at IS NULL AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))`,
    )
    .bind(id, scope)
    .first<ChannelRow>();
  return row && channelFromRow(row);
}

export async function listChannels(db: D1Database, project_id: number, page: PageRequest): Promise<Page<Channel>> {
  const { results } = await db
    .prepare("SELECT * FROM channels WHERE project_id = ?1 AND id > ?2 AND deleted_at IS NULL ORDER BY id LIMIT ?3")
    .bind(project_id, page.after, page.limit + 1)
    .all<ChannelRow>();
  return pageOf(results.map(channelFromRow), page);
}

export const insertChannel = (
  db: D1Database,
  channel: Pick<Channel, "project_id" | "name" | "agent_id" | "visitor_sessions" | keyof Caps>,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO channels (project_id, name, agent_id, daily_credit_cap, daily_session_cap, visitor_sessions, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING *`,
    )
    .bind(
      ...[channel.project_id, channel.name, channel.agent_id, channel.daily_credit_cap, channel.daily_session_cap],
      ...[channel.visitor_sessions, now],
    );

/** Gives the channel the key with this hash, if that key belongs to it. */
export const setChannelKey = (db: D1Database, channel_id: number, key_hash: string): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET key_id = (SELECT id FROM api_keys WHERE key_hash = ?2)
       WHERE id = ?1 AND EXISTS (SELECT 1 FROM api_keys WHERE key_hash = ?2 AND channel_id = ?1)`,
    )
    .bind(channel_id, key_hash);

/** What is left out stays as it is. */
export type ChannelChange = {
  [Name in "name" | "agent_id" | "active" | "visitor_sessions" | keyof Caps]?: Channel[Name] | undefined;
};

/** The gates of its keys must be told after this. */
export const updateChannel = (db: D1Database, id: number, change: ChannelChange): D1PreparedStatement => {
  const { name, agent_id, daily_credit_cap, daily_session_cap, visitor_sessions } = change;
  const active = ifGiven(change.active, Number);
  const columns = { name, agent_id, active, daily_credit_cap, daily_session_cap, visitor_sessions };
  return updateRow(db, "channels", id, { ...columns, revision: plusOne("revision") }, "deleted_at IS NULL");
};

/** Moves its keys' rows to its agent too. */
export const moveChannelKeys = (db: D1Database, channel_id: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE api_keys SET agent_id = (SELECT agent_id FROM channels WHERE id = ?1)
       WHERE channel_id = ?1 AND revoked_at IS NULL`,
    )
    .bind(channel_id);

export const markChannelDeleted = (db: D1Database, id: number, at: number): D1PreparedStatement =>
  db
    .prepare("UPDATE channels SET deleted_at = ?2, active = 0, key_id = NULL WHERE id = ?1 AND deleted_at IS NULL")
    .bind(id, at);

/** After a channel's key was revoked, the newest live one replaces it. */
export const replaceRevokedKey = (db: D1Database, key_id: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET key_id =
         (SELECT MAX(id) FROM api_keys WHERE channel_id = channels.id AND revoked_at IS NULL)
       WHERE key_id = ?1`,
    )
    .bind(key_id);
