import type { Permitted } from "../permissions.ts";
import { namesOf } from "./audit-names.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

/**
 * Who did what to what. `actor` is as `actorName` says it: `operator` for ADMIN_TOKEN, `operator:<id>`, or `token:<id>` of an
 * organization's token; `action` is noun and verb, e.g. `project.update`. `change` holds no secret.
 */
export interface AuditRecord extends Permitted {
  /** Noun and id, e.g. `project:7`. */
  target: string;
  change?: unknown;
}

const INSERT = "INSERT INTO audit_log (at, actor, org_id, action, target, change_json)";
const json = (change: unknown) => (change === undefined ? null : JSON.stringify(change));

/** To be run in one batch with the change itself, so that neither is without the other. */
export const auditStatement = (db: D1Database, record: AuditRecord, now: number): D1PreparedStatement =>
  db
    .prepare(`${INSERT} VALUES (?1, ?2, ?3, ?4, ?5, ?6)`)
    .bind(now, record.actor, record.org_id, record.action, record.target, json(record.change));

/** The same, but only where the statement before it in the batch changed a row. */
export const auditIfChanged = (db: D1Database, record: AuditRecord, now: number): D1PreparedStatement =>
  db
    .prepare(`${INSERT} SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE changes() > 0`)
    .bind(now, record.actor, record.org_id, record.action, record.target, json(record.change));

/** The same, unless an entry for this target has the operation: a call that is repeated writes one. */
export const auditOnce = (
  db: D1Database,
  record: AuditRecord & { change: { operation: string; [field: string]: unknown } },
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `${INSERT} SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (
         SELECT 1 FROM audit_log WHERE target = ?5 AND action = ?4 AND change_json ->> '$.operation' = ?7)`,
    )
    .bind(
      ...[now, record.actor, record.org_id, record.action, record.target, json(record.change)],
      record.change.operation,
    );

/** The same, right after the INSERT of what `noun` names: the row that was just made becomes the target. */
export const auditInsert = (
  db: D1Database,
  noun: string,
  record: Omit<AuditRecord, "target">,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(`${INSERT} SELECT ?1, ?2, ?3, ?4, ?5 || ':' || last_insert_rowid(), ?6 WHERE changes() > 0`)
    .bind(now, record.actor, record.org_id, record.action, noun, json(record.change));

export async function recordAudit(db: D1Database, record: AuditRecord): Promise<void> {
  await auditStatement(db, record, Date.now()).run();
}

interface AuditRow {
  id: number;
  at: number;
  actor: string;
  org_id: number | null;
  action: string;
  target: string;
  change_json: string | null;
}

/** Without the `operation` of a grant, which holds what the caller named its request. */
function changeOf({ action, change_json }: AuditRow): unknown {
  const change = change_json === null ? null : JSON.parse(change_json);
  if (action !== "organization.credit" || change === null) return change;
  const { operation: _, ...shown } = change;
  return shown;
}

/** Newest first; `page.after` 0 begins at the newest. */
export async function listAudit(db: D1Database, page: PageRequest, scope: number | null) {
  const { results } = await db
    .prepare(
      `SELECT * FROM audit_log WHERE (?1 = 0 OR id < ?1) AND (?2 IS NULL OR org_id = ?2) ORDER BY id DESC LIMIT ?3`,
    )
    .bind(page.after, scope, page.limit + 1)
    .all<AuditRow>();
  const names = await namesOf(
    db,
    results.map(({ target }) => target),
    scope,
  );
  const actors = await namesOf(
    db,
    results.map(({ actor }) => actor),
    scope,
  );
  return pageOf(
    results.map(({ change_json, ...row }) => ({
      ...row,
      target_name: names.get(row.target)?.name ?? null,
      project_id: names.get(row.target)?.project_id ?? null,
      actor_name: actors.get(row.actor)?.name ?? null,
      change: changeOf({ change_json, ...row }),
    })),
    page,
  ) satisfies Page<unknown>;
}
