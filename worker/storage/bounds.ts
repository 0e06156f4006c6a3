import type { OwnedNoun } from "../../shared/limits.ts";
import { HOUR_MS } from "../../shared/time.ts";

/** How many there are; what is deleted or revoked does not count. `?1`: the organization or project, `NULL` for the service. */
const LIVE: Record<OwnedNoun, string> = {
  organizations: "SELECT count(*) FROM organizations WHERE deleted_at IS NULL AND ?1 IS NULL",
  operators: "SELECT count(*) FROM operators WHERE ?1 IS NULL",
  tokens: "SELECT count(*) FROM org_tokens WHERE org_id = ?1 AND revoked_at IS NULL",
  projects: "SELECT count(*) FROM projects WHERE org_id IS ?1 AND deleted_at IS NULL",
  agents: "SELECT count(*) FROM agents WHERE project_id = ?1 AND deleted_at IS NULL",
  channels: "SELECT count(*) FROM channels WHERE project_id = ?1 AND deleted_at IS NULL",
  keys: "SELECT count(*) FROM api_keys WHERE project_id = ?1 AND revoked_at IS NULL",
  webhooks: "SELECT count(*) FROM webhooks WHERE project_id = ?1",
};

/** At most so many of these at once. */
export interface NumberBound {
  noun: OwnedNoun;
  owner_id: number | null;
  most: number;
}

/** An organization's tokens together may do this so often in any hour. The audit log is the count. */
export interface RateBound {
  action: string;
  org_id: number;
  hour: number;
}

const DONE = "SELECT at FROM audit_log WHERE org_id = ?1 AND action = ?2 AND at > ?3 AND actor LIKE 'token:%'";
/** Text that is no JSON is an error, which undoes the whole batch. */
export const unless = (condition: string) => `SELECT json(CASE WHEN ${condition} THEN 'true' ELSE 'refused' END)`;

/** To be run first in the batch that makes one more: it fails as a whole where there is no room. */
export const guardNumber = (db: D1Database, { noun, owner_id, most }: NumberBound): D1PreparedStatement =>
  db.prepare(unless(`(${LIVE[noun]}) < ?2`)).bind(owner_id, most);

/** The same for the batch that writes the audit entry. */
export const guardRate = (db: D1Database, { action, org_id, hour }: RateBound, now: number): D1PreparedStatement =>
  db.prepare(unless(`(SELECT count(*) FROM (${DONE})) < ?4`)).bind(org_id, action, now - HOUR_MS, hour);

export async function isNumberReached(db: D1Database, { noun, owner_id, most }: NumberBound): Promise<boolean> {
  const reached = await db.prepare(`SELECT (${LIVE[noun]}) >= ?2 AS reached`).bind(owner_id, most).first("reached");
  return reached === 1;
}

/** Milliseconds until there is room again; `null` if there is. */
export async function untilRoom(
  db: D1Database,
  { action, org_id, hour }: RateBound,
  now: number,
): Promise<number | null> {
  const at = await db
    .prepare(`${DONE} ORDER BY at DESC LIMIT 1 OFFSET ?4`)
    .bind(org_id, action, now - HOUR_MS, hour - 1)
    .first<number>("at");
  return at === null ? null : at + HOUR_MS - now;
}
