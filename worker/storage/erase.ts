import { forgetAsked } from "./knowledge-questions.ts";
import { forgetDocuments } from "./search-earlier.ts";

/** Deletes what belongs to a project or an organization, a bounded piece at a time. */

export const THESE = "SELECT value FROM json_each(?1)";
const ids = async <T extends number | string>(statement: D1PreparedStatement): Promise<T[]> =>
  (await statement.all<{ id: T }>()).results.map(({ id }) => id);

/** Gates of a project's live keys. */
export async function liveKeysOf(db: D1Database, project_id: number, limit: number) {
  const { results } = await db
    .prepare("SELECT id, key_hash FROM api_keys WHERE project_id = ?1 AND revoked_at IS NULL LIMIT ?2")
    .bind(project_id, limit)
    .all<{ id: number; key_hash: string }>();
  return results;
}

/** Keys of a project; their gates hold copies of their policies. */
export async function keysOf(db: D1Database, project_id: number, limit: number) {
  const { results } = await db
    .prepare("SELECT id, key_hash FROM api_keys WHERE project_id = ?1 LIMIT ?2")
    .bind(project_id, limit)
    .all<{ id: number; key_hash: string }>();
  return results;
}

/** Deletes keys by id, and what the audit log holds of them. Their channels must be deleted before. */
export const deleteKeys = (db: D1Database, keys: number[]): D1PreparedStatement[] => [
  eraseAuditedChanges(
    db,
    keys.map((id) => `key:${id}`),
  ),
  db.prepare(`DELETE FROM api_keys WHERE id IN (${THESE})`).bind(JSON.stringify(keys)),
];

/** Audit entries of these targets stay, without the changes that they hold. */
export const eraseAuditedChanges = (db: D1Database, targets: string[]): D1PreparedStatement =>
  db.prepare(`UPDATE audit_log SET change_json = NULL WHERE target IN (${THESE})`).bind(JSON.stringify(targets));

/**
 * The same of webhooks that were deleted before their project: no row of theirs is left, and the entry of their deletion names
 * the project. Each organization that had the project has an entry about it.
 */
const eraseWebhooksDeletedBefore = (db: D1Database, project_id: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE audit_log SET change_json = NULL WHERE target IN
         (SELECT gone.target FROM audit_log AS gone
          WHERE gone.action = 'webhook.delete' AND gone.change_json ->> '$.project_id' = ?1 AND
            (gone.org_id IS NULL OR gone.org_id IN (SELECT org_id FROM audit_log WHERE target = ?2)))`,
    )
    .bind(project_id, `project:${project_id}`);

type Small = "channels" | "agents" | "webhooks" | "knowledge_sources";

/** Ids of rows of a small table of a project. */
export const rowsOfProject = (db: D1Database, table: Small, project_id: number) =>
  ids<number>(db.prepare(`SELECT id FROM ${table} WHERE project_id = ?1`).bind(project_id));

export const deleteRows = (
  db: D1Database,
  table: Exclude<Small, "knowledge_sources">,
  rows: number[],
): D1PreparedStatement[] => [
  eraseAuditedChanges(
    db,
    rows.map((id) => `${table.slice(0, -1)}:${id}`),
  ),
  ...(table === "channels"
    ? // A key is of a channel and the channel has a key: the link goes first.
      [db.prepare(`UPDATE channels SET key_id = NULL WHERE id IN (${THESE})`).bind(JSON.stringify(rows))]
    : []),
  db.prepare(`DELETE FROM ${table} WHERE id IN (${THESE})`).bind(JSON.stringify(rows)),
];

/** Deletes a piece of rows that nothing depends on. @returns how many */
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
    db
      .prepare(
        `DELETE FROM analytics_counts_before WHERE project_id = ?1 AND (org_id, day, name) IN
           (SELECT org_id, day, name FROM analytics_counts_before WHERE project_id = ?1 LIMIT ?2)`,
      )
      .bind(project_id, limit),
    db
      .prepare("DELETE FROM open_inboxes WHERE id IN (SELECT id FROM open_inboxes WHERE project_id = ?1 LIMIT ?2)")
      .bind(project_id, limit),
    db
      .prepare("DELETE FROM devices WHERE id IN (SELECT id FROM devices WHERE project_id = ?1 LIMIT ?2)")
      .bind(project_id, limit),
    db
      .prepare(
        `DELETE FROM contact_counts WHERE project_id = ?1 AND (visitor, since) IN
           (SELECT visitor, since FROM contact_counts WHERE project_id = ?1 LIMIT ?2)`,
      )
      .bind(project_id, limit),
  ]);
  return Math.max(...results.map(({ meta }) => meta.changes ?? 0));
}

/** The tables of what was said in a session, and of what came of it. */
export const SAID = [
  "session_events",
  "session_usage",
  "tool_calls",
  "contacts",
  "session_ratings",
  "session_analyses",
  "session_persons",
];

/** Deletes what D1 has of a project's sessions from before there were stores, the oldest first. @returns how many */
export async function deleteSessions(db: D1Database, project_id: number, limit: number): Promise<number> {
  const session_ids = await ids<string>(
    db.prepare("SELECT id FROM sessions WHERE project_id = ?1 ORDER BY started_at LIMIT ?2").bind(project_id, limit),
  );
  if (session_ids.length === 0) return 0;
  const list = JSON.stringify(session_ids);
  await db.batch([
    ...[
      ...forgetDocuments(THESE),
      ...forgetAsked(THESE),
      ...SAID.map((table) => `DELETE FROM ${table} WHERE session_id IN (${THESE})`),
      `DELETE FROM sessions WHERE id IN (${THESE})`,
    ].map((sql) => db.prepare(sql).bind(list)),
    eraseAuditedChanges(
      db,
      session_ids.map((id) => `session:${id}`),
    ),
  ]);
  return session_ids.length;
}

/** Deletes the project's own row, and stored answers for repeated calls about it. */
export const deleteProject = (db: D1Database, id: number): D1PreparedStatement[] => [
  eraseWebhooksDeletedBefore(db, id),
  eraseAuditedChanges(db, [`project:${id}`]),
  db.prepare("DELETE FROM idempotency WHERE scope LIKE ?1").bind(`% /admin/v1/projects/${id}/%`),
  db.prepare("DELETE FROM project_stores WHERE project_id = ?1").bind(id),
  db.prepare("DELETE FROM question_projects WHERE project_id = ?1").bind(id),
  db.prepare("DELETE FROM contact_projects WHERE project_id = ?1").bind(id),
  db.prepare("DELETE FROM session_projects WHERE project_id = ?1").bind(id),
  db.prepare("DELETE FROM projects WHERE id = ?1").bind(id),
];

/** All projects of an organization, also those that are being deleted. */
export const projectsOf = (db: D1Database, org_id: number, limit: number): Promise<number[]> =>
  ids<number>(db.prepare("SELECT id FROM projects WHERE org_id = ?1 ORDER BY id LIMIT ?2").bind(org_id, limit));

/**
 * Projects that an organization had and others have: the audit log, which is kept as long as page counts are, tells of its
 * moves.
 */
export const projectsLeftBy = (db: D1Database, org_id: number): Promise<number[]> =>
  ids<number>(
    db
      .prepare(
        `SELECT id FROM projects WHERE org_id IS NOT ?1 AND 'project:' || id IN
           (SELECT target FROM audit_log WHERE org_id = ?1 AND action = 'project.move') ORDER BY id`,
      )
      .bind(org_id),
  );

/** Deletes a piece of D1's copy of the ledger. @returns how many rows */
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

/** Deletes the organization's own row and its tokens. Its audit entries keep only who did what and when. */
export const deleteOrganization = (db: D1Database, id: number): D1PreparedStatement[] => [
  db.prepare("UPDATE audit_log SET change_json = NULL WHERE org_id = ?1 AND change_json IS NOT NULL").bind(id),
  eraseAuditedChanges(db, [`organization:${id}`]),
  db.prepare("DELETE FROM idempotency WHERE scope LIKE ?1").bind(`% /admin/v1/organizations/${id}/%`),
  db.prepare("DELETE FROM analytics_counts_before WHERE org_id = ?1").bind(id),
  db.prepare("DELETE FROM org_tokens WHERE org_id = ?1").bind(id),
  db.prepare("DELETE FROM organizations WHERE id = ?1").bind(id),
];
