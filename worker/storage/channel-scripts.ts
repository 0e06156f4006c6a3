import { CHANNEL, type Channel, channelFromRow } from "./channels.ts";
import type { Row } from "./table.ts";

/** What the script of a channel is made from. */
export interface ChannelScript {
  channel: Channel;
  /** Its derived key was revoked: the script refuses until there is another generation. */
  revoked: boolean;
  minute_limit: number | null;
  day_limit: number | null;
}

/** `null` for an unknown or deleted channel, or one of a deleted project. */
export async function findChannelScript(db: D1Database, public_id: string): Promise<ChannelScript | null> {
  const row = await db
    .prepare(
      `SELECT ${CHANNEL},
         EXISTS (SELECT 1 FROM api_keys WHERE channel_id = channels.id AND generation = channels.generation
           AND revoked_at IS NOT NULL) AS revoked,
         newest.minute_limit, newest.day_limit
       FROM channels LEFT JOIN api_keys AS newest ON newest.id = COALESCE(channels.key_id,
         (SELECT MAX(id) FROM api_keys WHERE channel_id = channels.id))
       WHERE public_id = ?1 AND deleted_at IS NULL
         AND EXISTS (SELECT 1 FROM projects WHERE id = channels.project_id AND deleted_at IS NULL)`,
    )
    .bind(public_id)
    .first<Row & { revoked: number; minute_limit: number | null; day_limit: number | null }>();
  if (!row) return null;
  const { revoked, minute_limit, day_limit } = row;
  return { channel: channelFromRow(row), revoked: revoked === 1, minute_limit, day_limit };
}

/** Whether the key of the channel's present generation was revoked. */
export async function isGenerationRevoked(db: D1Database, channel: Pick<Channel, "id" | "generation">) {
  const row = await db
    .prepare("SELECT 1 AS n FROM api_keys WHERE channel_id = ?1 AND generation = ?2 AND revoked_at IS NOT NULL LIMIT 1")
    .bind(channel.id, channel.generation)
    .first<number>("n");
  return row !== null;
}

/** Moves a channel from its generation to the next, whose key has this hash; nothing if another has moved it meanwhile. */
export const setGeneration = (
  db: D1Database,
  { id, generation }: Pick<Channel, "id" | "generation">,
  key_hash: string,
  allowed_domains: string[],
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE channels SET generation = generation + 1, revision = revision + 1, allowed_domains_json = ?4,
         key_id = (SELECT id FROM api_keys WHERE key_hash = ?3)
       WHERE id = ?1 AND generation = ?2 AND deleted_at IS NULL`,
    )
    .bind(id, generation, key_hash, JSON.stringify(allowed_domains));

export const setDomains = (db: D1Database, id: number, allowed_domains: string[]): D1PreparedStatement =>
  db
    .prepare("UPDATE channels SET allowed_domains_json = ?2 WHERE id = ?1 AND deleted_at IS NULL")
    .bind(id, JSON.stringify(allowed_domains));

/** Live derived keys of earlier generations end then. */
export const expireDerivedKeys = (
  db: D1Database,
  channel_id: number,
  before: number,
  at: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE api_keys SET expires_at = MIN(COALESCE(expires_at, ?3), ?3)
       WHERE channel_id = ?1 AND generation < ?2 AND revoked_at IS NULL`,
    )
    .bind(channel_id, before, at);
