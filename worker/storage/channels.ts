import type { Caps } from "../../shared/caps.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { rowsOf } from "./rows.ts";
import { type ChangeOf, flag, json, NOT_DELETED, plain, plusOne, type Row, type RowOf, Table } from "./table.ts";

const CHANNELS = new Table("channels", {
  id: plain<number>(),
  project_id: plain<number>(),
  name: plain<string>(),
  agent_id: plain<number>(),
  key_id: plain<number | null>(null),
  created_at: plain<number>(),
  active: flag(true),
  daily_credit_cap: plain<number | null>(null),
  daily_session_cap: plain<number | null>(null),
  /** Sessions that one visitor may have at once, `null` for any number. */
  visitor_sessions: plain<number | null>(null),
  /** Names it in the address of its script. */
  public_id: plain<string>(),
  /** How often its derived key was replaced. */
  generation: plain<number>(0),
  /** `null` before `CHANNEL` looks at its keys. */
  allowed_domains: json<string[]>([]),
});

/** A place on a website with its own keys; they work with `agent_id` only, and while it is `active`. */
export type Channel = RowOf<typeof CHANNELS>;
export const channelFromRow = CHANNELS.read;

/** The columns; a channel of an earlier version has the domains of its key, or of the last one that it had. */
export const CHANNEL = CHANNELS.list({
  allowed_domains_json: `COALESCE(channels.allowed_domains_json,
    (SELECT allowed_domains_json FROM api_keys WHERE id = channels.key_id),
    (SELECT allowed_domains_json FROM api_keys WHERE channel_id = channels.id ORDER BY id DESC LIMIT 1))`,
});

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
  const row = rowsOf<Row>(found)[0];
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
  return pageOf(rowsOf<Row>(found).map(channelFromRow), page);
}

export const insertChannel = (db: D1Database, channel: Parameters<typeof CHANNELS.insert>[1]): D1PreparedStatement =>
  CHANNELS.insert(db, channel);

/** Gives the channel the key with this hash, if that key belongs to it. */
export const setChannelKey = (
  db: D1Database,
  { public_id }: Pick<Channel, "public_id">,
  key_hash: string,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET key_id = (SELECT id FROM api_keys WHERE key_hash = ?2)
       WHERE public_id = ?1 AND EXISTS (SELECT 1 FROM api_keys WHERE key_hash = ?2 AND channel_id = channels.id)`,
    )
    .bind(public_id, key_hash);

export type ChannelChange = Pick<
  ChangeOf<typeof CHANNELS>,
  "name" | "agent_id" | "active" | "visitor_sessions" | keyof Caps
>;

export const channelDifference = CHANNELS.difference;

/** The gates of its keys must be told after this. */
export const updateChannel = (
  db: D1Database,
  id: number,
  { name, agent_id, active, visitor_sessions, daily_credit_cap, daily_session_cap }: ChannelChange,
): D1PreparedStatement => {
  const change = { name, agent_id, active, visitor_sessions, daily_credit_cap, daily_session_cap };
  return CHANNELS.update(db, id, change, { revision: plusOne("revision") }, NOT_DELETED);
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
       WHERE id = (SELECT channel_id FROM api_keys WHERE id = ?1) AND key_id = ?1`,
    )
    .bind(key_id);
