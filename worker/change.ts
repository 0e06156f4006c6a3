import type { Actor } from "./actor.ts";
import { batchWithin } from "./bounds.ts";
import { type InvalidationSources, invalidateProjects, type ProjectVersion } from "./invalidate.ts";
import { type Action, type Permitted, permit } from "./permissions.ts";
import { type AuditRecord, auditIfChanged, auditStatement, auditUnlessSaid } from "./storage/audit.ts";
import { findProject } from "./storage/projects.ts";
import { rowsOf } from "./storage/rows.ts";

/** What belongs to a change besides the statement that makes it; all of it is one transaction. */
interface Also {
  /** The project that the new thing is counted in, where its number is bounded. */
  project_id?: number;
  /** Statements before it, and after its audit entry. */
  before?: D1PreparedStatement[];
  with?: D1PreparedStatement[];
  /** The last statement, whose rows are projects with their new versions, and the gates that hear of them before the answer. */
  touch?: { gates: Omit<InvalidationSources, "DB">; projects: D1PreparedStatement };
  /** Part of something that began when there was room. */
  begun?: boolean;
  /** The last part of something that `audit` wrote down, and counted, before it began. */
  noted?: boolean;
}

/**
 * Changes something for an author: runs the statement with its audit entry, which is written where it changed a row, within
 * the bounds of the action, and tells the gates of the projects that it concerns.
 * @returns the statement's row; `undefined` where it changed none
 * @throws ApiError `limit_reached`, `changes_limited`
 */
export async function change<Row>(
  db: D1Database,
  record: AuditRecord,
  statement: D1PreparedStatement,
  { project_id, before = [], with: after = [], touch, begun = false, noted = false }: Also = {},
): Promise<Row | undefined> {
  const entry = noted ? [] : [auditIfChanged(db, record, Date.now())];
  const statements = [...before, statement, ...entry, ...after, ...(touch ? [touch.projects] : [])];
  const free = begun || noted;
  const results = free ? await db.batch(statements) : await batchWithin(db, record, project_id ?? null, statements);
  if (touch) await invalidateProjects({ DB: db, ...touch.gates }, rowsOf<ProjectVersion>(results.at(-1)));
  return rowsOf<Row>(results[before.length])[0];
}

/**
 * The same for a row that the statement always makes.
 * @throws Error where it did not
 */
export async function insert<Row>(...made: Parameters<typeof change>): Promise<Row> {
  const row = await change<Row>(...made);
  if (row === undefined) throw new Error("the statement made no row");
  return row;
}

/** Writes the audit entry of what is done elsewhere. @returns the entry's id @throws ApiError `changes_limited` */
export async function audit(db: D1Database, record: AuditRecord & { target: string }): Promise<number> {
  const [written] = await batchWithin(db, record, null, [auditStatement(db, record, Date.now())]);
  return written?.meta.last_row_id ?? 0;
}

/** The same for an action that ends its target, or sets its state: equal requests at once leave one entry. */
export async function auditState(db: D1Database, record: AuditRecord & { target: string }): Promise<void> {
  await batchWithin(db, record, null, [auditUnlessSaid(db, record, Date.now())]);
}

/** The beginning of an audit entry about something in a project: its organization's log tells of it. */
export async function permitIn(
  db: D1Database,
  actor: Actor,
  action: Action,
  project_id: number,
  target: string,
): Promise<Permitted & { target: string }> {
  const project = await findProject(db, project_id, null);
  return { ...permit(actor, action, { id: project_id, org_id: project?.org_id ?? null }), target };
}
