import { actorName } from "../actor.ts";
import type { Permitted } from "../permissions.ts";
import { namesOf } from "./audit-names.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

/** Who did what to what; `change` holds no secret. */
export interface AuditRecord extends Permitted {
  /** Noun and id, e.g. `project:7`; left out, what was just inserted, under the noun of the action. */
  target?: string;
  change?: unknown;
}

const INSERT = `INSERT INTO audit_log (at, actor, org_id, action, target, change_json)
  SELECT ?1, ?2, ?3, ?4, COALESCE(?5, ?6 || ':' || last_insert_rowid()), ?7`;

const write = (db: D1Database, record: AuditRecord, now: number, sql: string, ...more: string[]): D1PreparedStatement =>
  db
    .prepare(sql)
    .bind(
      ...[now, actorName(record.actor), record.org_id, record.action, record.target ?? null],
      ...[record.action.split(".", 1)[0], record.change === undefined ? null : JSON.stringify(record.change), ...more],
    );

/** For what D1 does not hold. */
export const auditStatement = (db: D1Database, record: AuditRecord & { target: string }, now: number) =>
  write(db, record, now, INSERT);

/**
 * To be run in one batch with the change itself, so that neither is without the other: right after the statement that makes
 * it, and only where that changed a row.
 */
export const auditIfChanged = (db: D1Database, record: AuditRecord, now: number) =>
  write(db, record, now, `${INSERT} WHERE changes() > 0`);

/** Unless the newest such entry for this target says the same: of equal changes that are asked for at once, one is written down. */
export const auditUnlessSaid = (db: D1Database, record: AuditRecord & { target: string }, now: number) =>
  write(
    db,
    record,
    now,
    `${INSERT} WHERE NOT EXISTS (
       SELECT 1 FROM (SELECT change_json FROM audit_log WHERE target = ?5 AND action = ?4 ORDER BY id DESC LIMIT 1)
       WHERE change_json IS ?7)`,
  );

/** Unless an entry for this target has the operation: a call that is repeated writes one. */
export const auditOnce = (
  db: D1Database,
  record: AuditRecord & { target: string; change: { operation: string; [field: string]: unknown } },
  now: number,
) =>
  write(
    db,
    record,
    now,
    `${INSERT} WHERE NOT EXISTS (
       SELECT 1 FROM audit_log WHERE target = ?5 AND action = ?4 AND change_json ->> '$.operation' = ?8)`,
    record.change.operation,
  );

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
