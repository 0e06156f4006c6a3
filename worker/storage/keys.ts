import type { Caps } from "../../shared/caps.ts";
import type { Permission } from "../../shared/keys.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { updateRow } from "./update-row.ts";

export interface KeyRow extends Caps {
  id: number;
  key_hash: string;
  display: string;
  name: string;
  project_id: number;
  channel_id: number | null;
  agent_id: number | null;
  permissions_json: string;
  allowed_domains_json: string;
  minute_limit: number;
  day_limit: number;
  revoked_at: number | null;
  first_used_at: number | null;
  /** Beginning of the hour of the last use, unix ms, and the Origin of a request of that hour. */
  last_used_at: number | null;
  last_used_origin: string | null;
  created_at: number;
  /** See key-secrets.ts. */
  secret_id: string | null;
  carried_to: string | null;
  /** Of a channel's derived key; `null` for one that was made at random. */
  generation: number | null;
  /** When it ends although nobody revokes it, unix ms. */
  expires_at: number | null;
}

type Kept = "permissions_json" | "allowed_domains_json" | "first_used_at" | "secret_id" | "carried_to";

/** A key as it may be shown, with the name of its gate. */
export interface ApiKey extends Omit<KeyRow, Kept> {
  permissions: Permission[];
  allowed_domains: string[];
}

export const keyFromRow = (whole: KeyRow): ApiKey => {
  const { permissions_json, allowed_domains_json, first_used_at: _, secret_id: __, carried_to: ___, ...row } = whole;
  // A database without the migration that brought these two has neither.
  const { generation = null, expires_at = null } = row;
  const permissions = JSON.parse(permissions_json);
  return { ...row, generation, expires_at, permissions, allowed_domains: JSON.parse(allowed_domains_json) };
};

/** @param scope the only organization whose keys may be seen, `null` for all */
export async function findKey(db: D1Database, id: number, scope: number | null): Promise<ApiKey | null> {
  const row = await db
    .prepare(
      `SELECT * FROM api_keys
       WHERE id = ?1 AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))`,
    )
    .bind(id, scope)
    .first<KeyRow>();
  return row && keyFromRow(row);
}

export async function findKeyByHash(db: D1Database, key_hash: string): Promise<ApiKey | null> {
  const row = await db.prepare("SELECT * FROM api_keys WHERE key_hash = ?1").bind(key_hash).first<KeyRow>();
  return row && keyFromRow(row);
}

export async function listKeys(db: D1Database, project_id: number, page: PageRequest): Promise<Page<ApiKey>> {
  const { results } = await db
    .prepare("SELECT * FROM api_keys WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3")
    .bind(project_id, page.after, page.limit + 1)
    .all<KeyRow>();
  return pageOf(results.map(keyFromRow), page);
}

/** Gates that must get a project's new version: those of live keys that were used at least once, newest first. */
export async function listLiveGates(db: D1Database, project_ids: number[], limit: number) {
  const { results } = await db
    .prepare(
      `SELECT key_hash, project_id FROM api_keys
       WHERE project_id IN (SELECT value FROM json_each(?1)) AND revoked_at IS NULL AND first_used_at IS NOT NULL
       ORDER BY id DESC LIMIT ?2`,
    )
    .bind(JSON.stringify(project_ids), limit)
    .all<{ key_hash: string; project_id: number }>();
  return results;
}

export interface NewKey {
  key_hash: string;
  display: string;
  secret_id: string;
  name: string;
  project_id: number;
  permissions: readonly Permission[];
  allowed_domains: string[];
  minute_limit: number;
  day_limit: number;
  daily_credit_cap: number | null;
  daily_session_cap: number | null;
}

const COLUMNS =
  "key_hash, display, name, project_id, channel_id, agent_id, permissions_json, allowed_domains_json, minute_limit, day_limit, daily_credit_cap, daily_session_cap, secret_id, created_at";
const values = (key: NewKey) => [
  key.key_hash,
  key.display,
  key.name,
  key.project_id,
  JSON.stringify(key.permissions),
  JSON.stringify(key.allowed_domains),
  key.minute_limit,
  key.day_limit,
  key.daily_credit_cap,
  key.daily_session_cap,
  key.secret_id,
];

export const insertKey = (db: D1Database, key: NewKey, now: number): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO api_keys (${COLUMNS}) VALUES (?1, ?2, ?3, ?4, NULL, NULL, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
       RETURNING *`,
    )
    .bind(...values(key), now);

/** A key for test calls, bound to an agent without a channel. Simultaneous inserts create it only once. */
export const insertAgentKey = (db: D1Database, key: NewKey, agent_id: number, now: number): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO api_keys (${COLUMNS}) VALUES (?1, ?2, ?3, ?4, NULL, ?13, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
       ON CONFLICT (key_hash) DO NOTHING`,
    )
    .bind(...values(key), now, agent_id);

/**
 * A key bound to its channel's agent, beside the others of the channel.
 * @param derived its generation, and the one that the channel must have; it is made once, however often this runs
 */
export const addChannelKey = (
  db: D1Database,
  key: NewKey,
  channel_id: number,
  derived: { generation: number; channel_has: number } | null,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO api_keys (${COLUMNS}, generation)
       SELECT ?1, ?2, ?3, ?4, id, agent_id, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?14 FROM channels
       WHERE id = ?13 AND deleted_at IS NULL AND (?15 IS NULL OR generation = ?15)
       ON CONFLICT (key_hash) DO NOTHING
       RETURNING *`,
    )
    .bind(...values(key), now, channel_id, derived?.generation ?? null, derived?.channel_has ?? null);

export const markRevoked = (db: D1Database, id: number, at: number): D1PreparedStatement =>
  db.prepare("UPDATE api_keys SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL").bind(id, at);

/** Live keys of a channel, oldest first. */
export async function listChannelKeys(db: D1Database, channel_id: number): Promise<ApiKey[]> {
  const { results } = await db
    .prepare("SELECT * FROM api_keys WHERE channel_id = ?1 AND revoked_at IS NULL ORDER BY id")
    .bind(channel_id)
    .all<KeyRow>();
  return results.map(keyFromRow);
}

/** The last key that a channel was given, revoked or not. */
export async function findNewestChannelKey(db: D1Database, channel_id: number): Promise<ApiKey | null> {
  const row = await db
    .prepare("SELECT * FROM api_keys WHERE channel_id = ?1 ORDER BY id DESC LIMIT 1")
    .bind(channel_id)
    .first<KeyRow>();
  return row && keyFromRow(row);
}

/** Gates of a channel's live keys that were used; the others read D1 at their first use. */
export async function listChannelGates(db: D1Database, channel_id: number): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT key_hash FROM api_keys WHERE channel_id = ?1 AND revoked_at IS NULL AND first_used_at IS NOT NULL")
    .bind(channel_id)
    .all<{ key_hash: string }>();
  return results.map(({ key_hash }) => key_hash);
}

/** Stores the hour of a key's last use; later requests of the hour change nothing. */
export async function noteKeyUse(db: D1Database, id: number, hour: number, origin: string | null): Promise<void> {
  await db
    .prepare(
      `UPDATE api_keys SET last_used_at = ?2, last_used_origin = ?3
       WHERE id = ?1 AND (last_used_at IS NULL OR last_used_at < ?2)`,
    )
    .bind(id, hour, origin?.slice(0, 255) ?? null)
    .run();
}

/** What is left out stays as it is. */
export type KeyChange = { [Name in "name" | keyof Caps]?: ApiKey[Name] | undefined };

export const updateKey = (db: D1Database, id: number, change: KeyChange): D1PreparedStatement => {
  const { name, daily_credit_cap, daily_session_cap } = change;
  return updateRow(db, "api_keys", id, { name, daily_credit_cap, daily_session_cap });
};
