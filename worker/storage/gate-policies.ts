import type { KeyPolicy } from "../../shared/keys.ts";
import { keyFromRow } from "./keys.ts";
import { rowsOf } from "./rows.ts";
import type { Row } from "./table.ts";

interface OfProject {
  org_id: number | null;
  project_version: number;
}

/** `null` for a key without a channel. */
interface OfChannel {
  active: number | null;
  revision: number | null;
  channel_agent_id: number | null;
  visitor_sessions: number | null;
}

/** What the gate needs to know of a key. */
export interface LoadedKey {
  policy: KeyPolicy;
  project_version: number;
}

/**
 * The key for its gate's first load. Marks it as used before it reads, in one transaction: a later change of the
 * project is pushed to the gate, an earlier one is in what was read.
 */
export async function loadKeyForGate(db: D1Database, key_hash: string, now: number): Promise<LoadedKey | null> {
  const [, read] = await db.batch([
    db
      .prepare("UPDATE api_keys SET first_used_at = ?2 WHERE key_hash = ?1 AND first_used_at IS NULL")
      .bind(key_hash, now),
    db
      .prepare(
        `SELECT api_keys.*, projects.org_id, projects.version AS project_version,
           channels.active, channels.revision, channels.agent_id AS channel_agent_id,
           channels.visitor_sessions
         FROM api_keys JOIN projects ON projects.id = api_keys.project_id
           LEFT JOIN channels ON channels.id = api_keys.channel_id
         WHERE key_hash = ?1 AND projects.deleted_at IS NULL`,
      )
      .bind(key_hash),
  ]);
  const row = rowsOf<Row & OfProject & OfChannel>(read)[0];
  if (!row) return null;
  const key = keyFromRow(row);
  return {
    project_version: row.project_version,
    policy: {
      key_id: key.id,
      project_id: key.project_id,
      org_id: row.org_id,
      agent_id: row.channel_agent_id ?? key.agent_id,
      channel_id: key.channel_id,
      permissions: key.permissions,
      allowed_domains: key.allowed_domains,
      minute_limit: key.minute_limit,
      day_limit: key.day_limit,
      visitor_limited: key.channel_id !== null,
      visitor_sessions: row.visitor_sessions,
      revoked_at: key.revoked_at,
      expires_at: key.expires_at,
      revision: row.revision ?? 0,
      paused: row.active === 0,
    },
  };
}
