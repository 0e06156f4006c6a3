import type { Caps } from "../../shared/caps.ts";
import type { WidgetConfigPatch } from "../../shared/config.ts";
import type { OpeningHours } from "../../shared/hours-clock.ts";
import { RETENTION_DAYS } from "../../shared/limits.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

export interface ProjectRow extends Caps {
  id: number;
  org_id: number | null;
  name: string;
  widget_config_json: string;
  identity_secret: string;
  hours_json: string | null;
  retention_days: number;
  version: number;
  created_at: number;
}

export interface Project extends Caps {
  id: number;
  org_id: number | null;
  name: string;
  /** Only the values that the owner set. */
  widget_config: WidgetConfigPatch;
  hours: OpeningHours | null;
  /** Days that conversations are kept; 0 keeps none. */
  retention_days: number;
  version: number;
  created_at: number;
}

const COLUMNS = `id, org_id, name, widget_config_json, hours_json, retention_days, daily_credit_cap,
  daily_session_cap, version, created_at`;
type ShownRow = Omit<ProjectRow, "identity_secret">;

export const projectFromRow = ({ widget_config_json, hours_json, ...row }: ShownRow): Project => ({
  ...row,
  hours: hours_json === null ? null : JSON.parse(hours_json),
  widget_config: JSON.parse(widget_config_json),
});

/** @param scope the only organization whose projects may be seen, `null` for all */
export async function findProject(db: D1Database, id: number, scope: number | null): Promise<Project | null> {
  const row = await db
    .prepare(`SELECT ${COLUMNS} FROM projects WHERE id = ?1 AND deleted_at IS NULL AND (?2 IS NULL OR org_id = ?2)`)
    .bind(id, scope)
    .first<ShownRow>();
  return row && projectFromRow(row);
}

export async function listProjects(db: D1Database, page: PageRequest, scope: number | null): Promise<Page<Project>> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM projects WHERE id > ?1 AND deleted_at IS NULL AND (?2 IS NULL OR org_id = ?2)
         ORDER BY id LIMIT ?3`)
    .bind(page.after, scope, page.limit + 1)
    .all<ShownRow>();
  return pageOf(results.map(projectFromRow), page);
}

/** The oldest one of this name in an organization of that name. */
export async function findProjectByName(db: D1Database, name: string, organization: string): Promise<Project | null> {
  const row = await db
    .prepare(
      `SELECT ${COLUMNS} FROM projects
       WHERE name = ?1 AND deleted_at IS NULL
         AND org_id IN (SELECT id FROM organizations WHERE name = ?2 AND deleted_at IS NULL) ORDER BY id LIMIT 1`,
    )
    .bind(name, organization)
    .first<ShownRow>();
  return row && projectFromRow(row);
}

/** The version in D1's primary, which names the newest snapshot; `null` if there is no such project. */
export const findProjectVersion = (db: D1Database, id: number): Promise<number | null> =>
  db.prepare("SELECT version FROM projects WHERE id = ?1").bind(id).first<number>("version");

/** Fields of a new project that are not chosen at its creation. */
export const PROJECT_DEFAULTS = {
  hours: null,
  retention_days: RETENTION_DAYS,
  daily_credit_cap: null,
  daily_session_cap: null,
} satisfies Partial<Project>;

type Fields = Pick<Project, "org_id" | "name" | "widget_config" | "hours" | "retention_days" | keyof Caps>;

const values = (project: Fields) => [
  ...[project.org_id, project.name, JSON.stringify(project.widget_config)],
  ...[project.hours === null ? null : JSON.stringify(project.hours), project.retention_days],
  ...[project.daily_credit_cap, project.daily_session_cap],
];

export const insertProject = (
  db: D1Database,
  project: Fields & { identity_secret: string },
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO projects (org_id, name, widget_config_json, hours_json, retention_days, daily_credit_cap,
         daily_session_cap, identity_secret, version, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9) RETURNING ${COLUMNS}`,
    )
    .bind(...values(project), project.identity_secret, now);

/** Writes the whole row, unless it was changed since `project` was read; then it changes nothing. */
export const updateProject = (db: D1Database, project: Project, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE projects SET org_id = ?1, name = ?2, widget_config_json = ?3, hours_json = ?4, retention_days = ?5,
         daily_credit_cap = ?6, daily_session_cap = ?7, version = max(version + 1, ?10)
       WHERE id = ?8 AND version = ?9 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
    )
    .bind(...values(project), project.id, project.version, now);

export async function projectIdsOf(db: D1Database, org_id: number): Promise<number[]> {
  const { results } = await db
    .prepare("SELECT id FROM projects WHERE org_id = ?1 AND deleted_at IS NULL ORDER BY id LIMIT 1000")
    .bind(org_id)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Its version after what changed it in the same batch. */
export const projectVersion = (db: D1Database, id: number): D1PreparedStatement =>
  db.prepare("SELECT id, version FROM projects WHERE id = ?1").bind(id);

/** Gives the project a new version, so that its next snapshot holds what has changed. */
export const touchProject = (db: D1Database, id: number, now: number): D1PreparedStatement =>
  db.prepare("UPDATE projects SET version = max(version + 1, ?2) WHERE id = ?1 RETURNING id, version").bind(id, now);

/** The same for all projects of an organization. */
export const touchProjectsOf = (db: D1Database, org_id: number, now: number): D1PreparedStatement =>
  db
    .prepare("UPDATE projects SET version = max(version + 1, ?2) WHERE org_id = ?1 RETURNING id, version")
    .bind(org_id, now);

export const readIdentitySecret = (db: D1Database, id: number): Promise<string | null> =>
  db.prepare("SELECT identity_secret FROM projects WHERE id = ?1").bind(id).first<string>("identity_secret");

export const writeIdentitySecret = (db: D1Database, id: number, secret: string, now: number): D1PreparedStatement =>
  db
    .prepare("UPDATE projects SET identity_secret = ?2, version = max(version + 1, ?3) WHERE id = ?1")
    .bind(id, secret, now);

/** If the project has left that organization, which knows its secret, it gets this one. */
export const leaveIdentitySecret = (
  db: D1Database,
  { id, org_id }: { id: number; org_id: number | null },
  secret: string,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE projects SET identity_secret = ?3, version = max(version + 1, ?4)
       WHERE id = ?1 AND org_id IS NOT ?2`,
    )
    .bind(id, org_id, secret, now);
