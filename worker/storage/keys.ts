import type { Caps } from "../../shared/caps.ts";
import type { Permission } from "../../shared/keys.ts";
import type { Channel } from "./channels.ts";
import type { Page, PageRequest } from "./page.ts";
import { type ChangeOf, json, OF_SCOPE, plain, type RowOf, Table } from "./table.ts";

const KEYS = new Table("api_keys", {
  id: plain<number>(),
  key_hash: plain<string>(),
  display: plain<string>(),
  name: plain<string>(),
  project_id: plain<number>(),
  channel_id: plain<number | null>(null),
  agent_id: plain<number | null>(null),
  minute_limit: plain<number>(),
  day_limit: plain<number>(),
  revoked_at: plain<number | null>(null),
  created_at: plain<number>(),
  /** Beginning of the hour of the last use, unix ms, and the Origin of a request of that hour. */
  last_used_at: plain<number | null>(null),
  last_used_origin: plain<string | null>(null),
  daily_credit_cap: plain<number | null>(null),
  daily_session_cap: plain<number | null>(null),
  /** Generation of a channel's derived key; `null` for a key that was made at random. */
  generation: plain<number | null>(null),
  /** When it ends although nobody revokes it, unix ms. */
  expires_at: plain<number | null>(null),
  permissions: json<Permission[]>(),
  allowed_domains: json<string[]>(),
});

/** A key as it may be shown, with the name of its gate. */
export type ApiKey = RowOf<typeof KEYS>;
export const keyFromRow = KEYS.read;

/** Those of which `where` says so. */
export const pageOfKeys = (db: D1Database, page: PageRequest, where: string, ...values: string[]) =>
  KEYS.page(db, page, where, ...values);

/** @param scope the only organization whose keys may be seen, `null` for all */
export const findKey = (db: D1Database, id: number, scope: number | null): Promise<ApiKey | null> =>
  KEYS.one(db, `id = ?1 AND ${OF_SCOPE}`, id, scope);

export const findKeyByHash = (db: D1Database, key_hash: string): Promise<ApiKey | null> =>
  KEYS.one(db, "key_hash = ?1", key_hash);

export const listKeys = (db: D1Database, project_id: number, page: PageRequest): Promise<Page<ApiKey>> =>
  KEYS.page(db, page, "project_id = ?1", project_id);

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

const ONCE = "ON CONFLICT (key_hash) DO NOTHING";

export type NewKey = Omit<Parameters<typeof KEYS.insert>[1], "created_at" | "permissions"> & {
  permissions: readonly Permission[];
  /** See key-secrets.ts. */
  secret_id: string;
};

/** Simultaneous inserts of a key that is derived create it only once. */
export const insertKey = (db: D1Database, key: NewKey, now: number): D1PreparedStatement =>
  KEYS.insert(
    db,
    { ...key, permissions: [...key.permissions], created_at: now },
    { secret_id: key.secret_id },
    { tail: ONCE },
  );

/**
 * A key bound to its channel's agent, beside the others of the channel.
 * @param derived its generation, and the one that the channel must have; it is made once, however often this runs
 */
export const addChannelKey = (
  db: D1Database,
  key: NewKey,
  { public_id }: Pick<Channel, "public_id">,
  derived: { generation: number; channel_has: number } | null,
  now: number,
): D1PreparedStatement =>
  KEYS.insert(
    db,
    { ...key, permissions: [...key.permissions], created_at: now, generation: derived?.generation ?? null },
    { secret_id: key.secret_id, channel_id: { sql: "id", values: [] }, agent_id: { sql: "agent_id", values: [] } },
    {
      where: {
        sql: "FROM channels WHERE public_id = ? AND deleted_at IS NULL AND generation = COALESCE(?, generation)",
        values: [public_id, derived?.channel_has ?? null],
      },
      tail: ONCE,
    },
  );

export const markRevoked = (db: D1Database, id: number, at: number): D1PreparedStatement =>
  db.prepare("UPDATE api_keys SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL").bind(id, at);

export const revokeKeys = (db: D1Database, ids: number[], at: number): D1PreparedStatement =>
  db
    .prepare("UPDATE api_keys SET revoked_at = ?2 WHERE id IN (SELECT value FROM json_each(?1)) AND revoked_at IS NULL")
    .bind(JSON.stringify(ids), at);

/** Live keys of a channel, oldest first. */
export const listChannelKeys = (db: D1Database, channel_id: number): Promise<ApiKey[]> =>
  KEYS.all(db, "channel_id = ?1 AND revoked_at IS NULL ORDER BY id", channel_id);

/** That a key is the console's for test calls, as SQL: it has an agent and no channel. @param key the table's name in the query */
export const isTestKeySql = (key = "api_keys"): string => `(${key}.channel_id IS NULL AND ${key}.agent_id IS NOT NULL)`;

/** Live keys of a project that are for test calls. */
export const listTestKeys = (db: D1Database, project_id: number, most: number): Promise<ApiKey[]> =>
  KEYS.all(db, `project_id = ?1 AND ${isTestKeySql()} AND revoked_at IS NULL LIMIT ?2`, project_id, most);

/** The last key that a channel was given, revoked or not. */
export const findNewestChannelKey = (db: D1Database, channel_id: number): Promise<ApiKey | null> =>
  KEYS.one(db, "channel_id = ?1 ORDER BY id DESC", channel_id);

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

export type KeyChange = Pick<ChangeOf<typeof KEYS>, "name" | keyof Caps>;

export const keyDifference = KEYS.difference;

export const updateKey = (
  db: D1Database,
  id: number,
  { name, daily_credit_cap, daily_session_cap }: KeyChange,
): D1PreparedStatement => KEYS.update(db, id, { name, daily_credit_cap, daily_session_cap });

/** Those of these keys that are for test calls. */
export async function testKeysAmong(db: D1Database, ids: readonly number[]): Promise<number[]> {
  const { results } = await db
    .prepare(`SELECT id FROM api_keys WHERE id IN (SELECT value FROM json_each(?1)) AND ${isTestKeySql()}`)
    .bind(JSON.stringify(ids))
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}
