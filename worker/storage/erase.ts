import { forgetDocuments } from "./session-search.ts";

/** Deleting what belongs to a project or an organization, a bounded piece at a time: what is gone is gone. */

const THESE = "SELECT value FROM json_each(?1)";
const ids = async <T extends number | string>(statement: D1PreparedStatement): Promise<T[]> =>
  (await statement.all<{ id: T }>()).results.map(({ id }) => id);

/** Gates of a project's keys that still work. */
export async function liveKeysOf(db: D1Database, project_id: number, limit: number) {
  const { results } = await db
    .prepare("SELECT id, key_hash FROM api_keys WHERE project_id = ?1 AND revoked_at IS NULL LIMIT ?2")
    .bind(project_id, limit)
    .all<{ id: number; key_hash: string }>();
  return results;
}

export const revokeKeys = (db: D1Database, keys: number[], now: number): D1PreparedStatement =>
  db
    .prepare(`UPDATE api_keys SET revoked_at = ?2 WHERE id IN (${THESE}) AND revoked_at IS NULL`)
    .bind(JSON.stringify(keys), now);

/** Keys of a project, whose gates hold copies of what they may do. */
export async function keysOf(db: D1Database, project_id: number, limit: number) {
  const { results } = await db
    .prepare("SELECT id, key_hash FROM api_keys WHERE project_id = ?1 LIMIT ?2")
    .bind(project_id, limit)
    .all<{ id: number; key_hash: string }>();
  return results;
}

/** Keys by id, with what the audit log says of them. Their channels are to be gone. */
export const deleteKeys = (db: D1Database, keys: number[]): D1PreparedStatement[] => [
  silence(
    db,
    keys.map((id) => `key:${id}`),
  ),
  db.prepare(`DELETE FROM api_keys WHERE id IN (${THESE})`).bind(JSON.stringify(keys)),
];

/** What was done to these stays in the audit log, without what it was done with. */
export const silence = (db: D1Database, targets: string[]): D1PreparedStatement =>
  db.prepare(`UPDATE audit_log SET change_json = NULL WHERE target IN (${THESE})`).bind(JSON.stringify(targets));

/** Who runs sessions of a project: the organizations that it belongs to, or did. */
export const organizationsRunning = (db: D1Database, project_id: number): Promise<number[]> =>
  ids<number>(
    db
      .prepare("SELECT DISTINCT org_id AS id FROM sessions WHERE project_id = ?1 AND state <> 'ended'")
      .bind(project_id),
  );

type Small = "channels" | "agents" | "webhooks" | "knowledge_sources";

/** Ids of rows of a small table of a project. */
export const rowsOfProject = (db: D1Database, table: Small, project_id: number) =>
  ids<number>(db.prepare(`SELECT id FROM ${table} WHERE project_id = ?1`).bind(project_id));

export const deleteRows = (
  db: D1Database,
  table: Exclude<Small, "knowledge_sources">,
  rows: number[],
): D1PreparedStatement[] => [
  silence(
    db,
    rows.map((id) => `${table.slice(0, -1)}:${id}`),
  ),
  ...(table === "channels"
    ? // A key is of a channel and the channel has a key: the link goes first.
      [db.prepare(`UPDATE channels SET key_id = NULL WHERE id IN (${THESE})`).bind(JSON.stringify(rows))]
    : []),
  db.prepare(`DELETE FROM ${table} WHERE id IN (${THESE})`).bind(JSON.stringify(rows)),
];

/** A piece of what has no rows of its own below it. @returns how many rows went */
export async function deleteLoose(db: D1Database, project_id: number, limit: number): Promise<number> {
  const results = await db.batch([
    db
      .prepare("DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE project_id = ?1 LIMIT ?2)")
      .bind(project_id, limit),
    db
      .prepare(
        `DELETE FROM memories WHERE (agent_id, subject) IN
           (SELECT agent_id, subject FROM memories WHERE project_id = ?1 LIMIT ?2)`,
      )
      .bind(project_id, limit),
    db
      .prepare(
        `DELETE FROM analytics_counts WHERE project_id = ?1 AND (day, name) IN
           (SELECT day, name FROM analytics_counts WHERE project_id = ?1 LIMIT ?2)`,
      )
      .bind(project_id, limit),
  ]);
  return Math.max(...results.map(({ meta }) => meta.changes ?? 0));
}

const SAID = ["session_events", "session_usage", "tool_calls", "contacts", "session_ratings", "session_analyses"];

/** Sessions of a project, the oldest first, with all that was said in them. @returns how many went */
export async function deleteSessions(db: D1Database, project_id: number, limit: number): Promise<number> {
  const gone = await ids<string>(
    db.prepare("SELECT id FROM sessions WHERE project_id = ?1 ORDER BY started_at LIMIT ?2").bind(project_id, limit),
  );
  if (gone.length === 0) return 0;
  const list = JSON.stringify(gone);
  await db.batch([
    ...[
      ...forgetDocuments(THESE),
      ...SAID.map((table) => `DELETE FROM ${table} WHERE session_id IN (${THESE})`),
      `DELETE FROM sessions WHERE id IN (${THESE})`,
    ].map((sql) => db.prepare(sql).bind(list)),
    silence(
      db,
      gone.map((id) => `session:${id}`),
    ),
  ]);
  return gone.length;
}

/** The project's own row, and the answers that were kept for repeats of calls about it. */
export const deleteProject = (db: D1Database, id: number): D1PreparedStatement[] => [
  silence(db, [`project:${id}`]),
  db.prepare("DELETE FROM idempotency WHERE scope LIKE ?1").bind(`% /admin/v1/projects/${id}/%`),
  db.prepare("DELETE FROM projects WHERE id = ?1").bind(id),
];

/** All projects of an organization, those that are being deleted among them. */
export const projectsOf = (db: D1Database, org_id: number, limit: number): Promise<number[]> =>
  ids<number>(db.prepare("SELECT id FROM projects WHERE org_id = ?1 ORDER BY id LIMIT ?2").bind(org_id, limit));

/** A piece of D1's copy of the books. @returns how many rows went */
export async function deleteEntries(db: D1Database, org_id: number, limit: number): Promise<number> {
  const { meta } = await db
    .prepare(
      `DELETE FROM ledger_entries WHERE org_id = ?1 AND id IN
         (SELECT id FROM ledger_entries WHERE org_id = ?1 ORDER BY id LIMIT ?2)`,
    )
    .bind(org_id, limit)
    .run();
  return meta.changes ?? 0;
}

/** The organization's own row, its tokens, and what the audit log says of it besides who did what and when. */
export const deleteOrganization = (db: D1Database, id: number): D1PreparedStatement[] => [
  db.prepare("UPDATE audit_log SET change_json = NULL WHERE org_id = ?1 AND change_json IS NOT NULL").bind(id),
  silence(db, [`organization:${id}`]),
  db.prepare("DELETE FROM idempotency WHERE scope LIKE ?1").bind(`% /admin/v1/organizations/${id}/%`),
  db.prepare("DELETE FROM org_tokens WHERE org_id = ?1").bind(id),
  db.prepare("DELETE FROM organizations WHERE id = ?1").bind(id),
];
