import { DAY_MS } from "../../shared/time.ts";
import { actorName } from "../actor.ts";
import type { Permitted } from "../permissions.ts";
import { namesOf } from "./audit-names.ts";
import { auditedJson } from "./audit-values.ts";
import { type Asked, allOf, asked, valuesOf } from "./conditions.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

/** Who did what to what; `change` and `before` hold no secret. */
export interface AuditRecord extends Permitted {
  /** Noun and id, e.g. `project:7`; left out, what was just inserted, under the noun of the action. */
  target?: string;
  change?: object;
  /** Where something was changed: what the same fields had, see `difference`. */
  before?: object;
}

/** Beside the fields of the change, so that whatever erases the one erases the other; no field of the API begins so. */
const BEFORE = "$before";

const jsonOf = ({ change, before }: AuditRecord): string | null =>
  change === undefined ? null : auditedJson({ ...change, ...(before && { [BEFORE]: before }) });

const INSERT = `INSERT INTO audit_log (at, actor, org_id, action, target, change_json)
  SELECT ?1, ?2, ?3, ?4, COALESCE(?5, ?6 || ':' || last_insert_rowid()), ?7`;

const write = (db: D1Database, record: AuditRecord, now: number, sql: string, ...more: string[]): D1PreparedStatement =>
  db
    .prepare(sql)
    .bind(
      ...[now, actorName(record.actor), record.org_id, record.action, record.target ?? null],
      ...[record.action.split(".", 1)[0], jsonOf(record), ...more],
    );

/** For what D1 does not hold. */
export const auditStatement = (db: D1Database, record: AuditRecord & { target: string }, now: number) =>
  write(db, record, now, INSERT);

/** Adds to an entry what came of it, which nobody knew as it was written. */
export const auditOutcome = (db: D1Database, id: number, change: object): D1PreparedStatement =>
  db.prepare("UPDATE audit_log SET change_json = ?2 WHERE id = ?1").bind(id, auditedJson(change));

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

/** Unless the same caller has done the same within a day: what takes many requests is written down once. */
export const auditDaily = (db: D1Database, record: AuditRecord & { target: string }, now: number) =>
  write(
    db,
    record,
    now,
    `${INSERT} WHERE NOT EXISTS (
       SELECT 1 FROM audit_log WHERE org_id IS ?3 AND action = ?4 AND at > ?1 - ${DAY_MS} AND actor = ?2)`,
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

const dayAfter = (day: string): number => Date.parse(day) + DAY_MS;

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
function changeOf({ action, change_json }: AuditRow): { change: unknown; before: unknown } {
  const stored = change_json === null ? null : JSON.parse(change_json);
  if (typeof stored !== "object" || stored === null) return { change: stored, before: null };
  const { [BEFORE]: before = null, operation, ...change } = stored;
  const shown = operation === undefined || action === "organization.credit" ? change : { ...change, operation };
  return { change: shown, before };
}

/** What the log is narrowed to; what is left out narrows nothing. */
export interface AuditFilters {
  /** As an entry has it, e.g. `token:7`. */
  actor?: string | undefined;
  action?: string | undefined;
  /** The noun of its targets. */
  kind?: string | undefined;
  target?: string | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Entries that one request looks through: the database serves all organizations, and a filter may fit hardly any. */
const MOST_LOOKED_AT = 10_000;
/** So many ids newer an entry may be than another that is newer by its time: they come from many places at once. */
const IDS_OUT_OF_ORDER = 1_000;

/** The last entry that a request looks at, where more of the caller's may follow; `null` where it looks at all there are. */
async function lastLookedAt(db: D1Database, scope: number | null, place: Asked[]): Promise<number | null> {
  const found = await db
    .prepare(
      `SELECT min(id) AS last, count(*) AS seen, sum(org_id = ?) AS own FROM
         (SELECT id, org_id FROM audit_log WHERE ${allOf(place)} ORDER BY id DESC LIMIT ${MOST_LOOKED_AT})`,
    )
    .bind(scope, ...valuesOf(place))
    .first<{ last: number | null; seen: number; own: number | null }>();
  const goesOn = found?.seen === MOST_LOOKED_AT && (scope === null || (found.own ?? 0) > 0);
  return goesOn ? found.last : null;
}

/** Newest first; `page.after` 0 begins at the newest. A page may be short, or empty, and more behind it. */
export async function listAudit(
  db: D1Database,
  page: PageRequest,
  scope: number | null,
  { actor, action, kind, target, from, to }: AuditFilters = {},
) {
  // What an index has in the order of ids. A plus keeps the others from choosing one that is longer.
  const place = asked([
    ["id < ?", page.after || null],
    [
      `id <= ${IDS_OUT_OF_ORDER} + (SELECT id FROM audit_log WHERE at < ? ORDER BY at DESC LIMIT 1)`,
      to && dayAfter(to),
    ],
    [
      `id >= (SELECT id FROM audit_log WHERE at >= ? ORDER BY at LIMIT 1) - ${IDS_OUT_OF_ORDER}`,
      from && Date.parse(from),
    ],
    target === undefined ? ["org_id = ?", scope] : ["target = ?", target],
  ]);
  const filters = asked([
    ["+org_id = ?", target === undefined ? null : scope],
    ["+actor = ?", actor],
    ["+action = ?", action],
    // All targets that begin with it; ";" follows ":".
    ["+target >= ? || ':'", kind],
    ["+target < ? || ';'", kind],
    ["+at >= ?", from && Date.parse(from)],
    ["+at < ?", to && dayAfter(to)],
  ]);
  const last = filters.length > 0 ? await lastLookedAt(db, scope, place) : null;
  const conditions = [...place, ...filters, ...asked([["id >= ?", last]])];
  const { results } = await db
    .prepare(`SELECT * FROM audit_log WHERE ${allOf(conditions)} ORDER BY id DESC LIMIT ?`)
    .bind(...valuesOf(conditions), page.limit + 1)
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
  const { items, next_cursor } = pageOf(
    results.map(({ change_json, ...row }) => ({
      ...row,
      target_name: names.get(row.target)?.name ?? null,
      project_id: names.get(row.target)?.project_id ?? null,
      actor_name: actors.get(row.actor)?.name ?? null,
      ...changeOf({ change_json, ...row }),
    })),
    page,
  ) satisfies Page<unknown>;
  return { items, next_cursor: next_cursor ?? (last === null ? null : String(last)) };
}
