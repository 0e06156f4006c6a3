import type { WidgetConfigPatch } from "../../shared/config.ts";
import type { OpeningHours } from "../../shared/hours-clock.ts";
import { RETENTION_DAYS } from "../../shared/limits.ts";
import type { Page, PageRequest } from "./page.ts";
import { type ChangeOf, json, NOT_DELETED, newVersion, ofVersion, plain, type RowOf, Table } from "./table.ts";

const PROJECTS = new Table("projects", {
  id: plain<number>(),
  org_id: plain<number | null>(null),
  name: plain<string>(),
  /** Days that conversations are kept; 0 keeps none. */
  retention_days: plain<number>(RETENTION_DAYS),
  daily_credit_cap: plain<number | null>(null),
  daily_session_cap: plain<number | null>(null),
  version: plain<number>(),
  created_at: plain<number>(),
  hours: json<OpeningHours | null>(null),
  /** Only the values that the owner set. */
  widget_config: json<WidgetConfigPatch>({}),
});
export type Project = RowOf<typeof PROJECTS>;
export const projectFromRow = PROJECTS.read;

/** @param scope the only organization whose projects may be seen, `null` for all */
export const findProject = (db: D1Database, id: number, scope: number | null): Promise<Project | null> =>
  PROJECTS.one(db, "id = ?1 AND deleted_at IS NULL AND (?2 IS NULL OR org_id = ?2)", id, scope);

export const listProjects = (db: D1Database, page: PageRequest, scope: number | null): Promise<Page<Project>> =>
  scope === null
    ? PROJECTS.page(db, page, NOT_DELETED.sql)
    : PROJECTS.page(db, page, `org_id = ?1 AND ${NOT_DELETED.sql}`, scope);

/** Ids behind this one, also of those that are being deleted. */
export async function projectsFrom(db: D1Database, after: number, limit: number): Promise<number[]> {
  const { results } = await db
    .prepare("SELECT id FROM projects WHERE id > ?1 ORDER BY id LIMIT ?2")
    .bind(after, limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** The oldest one of this name in an organization of that name. */
export const findProjectByName = (db: D1Database, name: string, organization: string): Promise<Project | null> =>
  PROJECTS.one(
    db,
    `name = ?1 AND deleted_at IS NULL
       AND org_id IN (SELECT id FROM organizations WHERE name = ?2 AND deleted_at IS NULL) ORDER BY id`,
    ...[name, organization],
  );

/** The version in D1's primary, which names the newest snapshot; `null` if there is no such project. */
export const findProjectVersion = (db: D1Database, id: number): Promise<number | null> =>
  db.prepare("SELECT version FROM projects WHERE id = ?1").bind(id).first<number>("version");

/** The fields of a project that a request sets. */
export type ProjectChange = Omit<ChangeOf<typeof PROJECTS>, "id" | "version" | "created_at">;

export const insertProject = (
  db: D1Database,
  project: ProjectChange & { name: string },
  identity_secret: string,
  now: number,
): D1PreparedStatement => PROJECTS.insert(db, { ...project, version: now, created_at: now }, { identity_secret });

export const projectDifference = PROJECTS.difference;

/** Changes nothing if it was changed since this version was read. */
export const updateProject = (
  db: D1Database,
  { id, version }: Project,
  change: ProjectChange,
  now: number,
): D1PreparedStatement => PROJECTS.update(db, id, change, newVersion(now), ofVersion(version));

/** The oldest of these organizations' projects, so many; `null` for all. */
export async function projectIdsOf(
  db: D1Database,
  org_ids: readonly number[],
  limit: number | null,
): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM projects WHERE org_id IN (SELECT value FROM json_each(?1)) AND deleted_at IS NULL
       ORDER BY id LIMIT coalesce(?2, -1)`,
    )
    .bind(JSON.stringify(org_ids), limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Those of these projects that are being deleted, or are gone. */
export async function hiddenAmong(db: D1Database, ids: readonly number[]): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT value AS id FROM json_each(?1) LEFT JOIN projects ON projects.id = value AND deleted_at IS NULL
       WHERE projects.id IS NULL`,
    )
    .bind(JSON.stringify(ids))
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
