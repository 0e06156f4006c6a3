import type { Caps } from "../../shared/caps.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { rowsOf } from "./rows.ts";
import { ifGiven, plusOne, updateRow } from "./update-row.ts";

export interface ChannelRow extends Caps {
  id: number;
  /** Names it in the address of its script. */
  public_id: string;
  /** How often its derived key was replaced. */
  generation: number;
  /** `null` before `CHANNEL` looks at its keys. */
  allowed_domains_json: string | null;
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
export interface Channel extends Omit<ChannelRow, "active" | "revision" | "deleted_at" | "allowed_domains_json"> {
  active: boolean;
  allowed_domains: string[];
}

export const channelFromRow = (whole: ChannelRow): Channel => {
  const { active, allowed_domains_json, revision: _, deleted_at: __, ...row } = whole;
  return { ...row, active: active === 1, allowed_domains: JSON.parse(allowed_domains_json ?? "[]") };
};

/** The columns; a channel of an earlier version has the domains of its key, or of the last one that it had. */
export const CHANNEL = `channels.id, channels.project_id, channels.name, channels.agent_id, channels.key_id,
  channels.created_at, channels.active, channels.revision, channels.deleted_at, channels.daily_credit_cap,
  channels.daily_session_cap, channels.visitor_sessions, channels.public_id, channels.generation,
  COALESCE(channels.allowed_domains_json,
    (SELECT allowed_domains_json FROM api_keys WHERE id = channels.key_id),
    (SELECT allowed_domains_json FROM api_keys WHERE channel_id = channels.id ORDER BY id DESC LIMIT 1)
  ) AS allowed_domains_json`;

/** Names channels that an earlier version of the Worker made, or its archives brought. */
const nameChannels = (db: D1Database): D1PreparedStatement =>
  db.prepare("UPDATE channels SET public_id = 'ch_' || lower(hex(randomblob(16))) WHERE public_id IS NULL");

/** @param scope the only organization whose channels may be seen, `null` for all */
export async function findChannel(db: D1Database, id: number, scope: number | null): Promise<Channel | null> {
  const [, found] = await db.batch([
    nameChannels(db),
    db
      .prepare(
        `SELECT ${CHANNEL} FROM channels
         WHERE id = ?1 AND deleted_at IS NULL
           AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))`,
      )
      .bind(id, scope),
  ]);
  const row = rowsOf<ChannelRow>(found)[0];
  return row ? channelFromRow(row) : null;
}

export async function listChannels(db: D1Database, project_id: number, page: PageRequest): Promise<Page<Channel>> {
  const [, found] = await db.batch([
    nameChannels(db),
    db
      .prepare(
        `SELECT ${CHANNEL} FROM channels WHERE project_id = ?1 AND id > ?2 AND deleted_at IS NULL ORDER BY id LIMIT ?3`,
      )
      .bind(project_id, page.after, page.limit + 1),
  ]);
  return pageOf(rowsOf<ChannelRow>(found).map(channelFromRow), page);
}

export const insertChannel = (
  db: D1Database,
  channel: Pick<
    Channel,
    "project_id" | "name" | "agent_id" | "visitor_sessions" | "public_id" | "allowed_domains" | keyof Caps
  >,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO channels (project_id, name, agent_id, daily_credit_cap, daily_session_cap, visitor_sessions, created_at,
         public_id, allowed_domains_json)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING *`,
    )
    .bind(
      ...[channel.project_id, channel.name, channel.agent_id, channel.daily_credit_cap, channel.daily_session_cap],
      ...[channel.visitor_sessions, now, channel.public_id, JSON.stringify(channel.allowed_domains)],
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
