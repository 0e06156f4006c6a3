import type { Context } from "hono";
import { projectCreate, projectPatch } from "../../../shared/admin.ts";
import { MAX_TRANSLATIONS, type WidgetConfigPatch } from "../../../shared/config.ts";
import { randomBase62 } from "../../crypto/base62.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { readBody } from "../../http/read-request.ts";
import { invalidateProjects, type ProjectVersion } from "../../projects/invalidate.ts";
import { mergeConfig } from "../../projects/merge-config.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import {
  insertProject,
  listProjects,
  type Project,
  type ProjectRow,
  projectFromRow,
  readIdentitySecret,
  updateProject,
  writeIdentitySecret,
} from "../../storage/projects.ts";
import { insertedRow, rowsOf } from "../../storage/rows.ts";
import { idempotent } from "./idempotent.ts";
import { auditActor, loadOrganization, loadProjectOfPath } from "./load.ts";

const shown = ({ version: _, ...project }: Project) => project;

/** 256 bits and a little. */
const newIdentitySecret = () => randomBase62(43);

/**
 * Whose the project is to be. An organization's token makes projects of its own only, and gives none away.
 * @param asked left out: the caller's own organization, else none
 */
async function owner(c: Context<AppEnv>, asked: number | null | undefined): Promise<number | null> {
  const scope = scopeOf(c.var.actor);
  if (asked === undefined) return scope;
  if (asked !== null) return (await loadOrganization(c, asked)).id;
  if (scope === null) return null;
  throw new ValidationError([
    { type: "value_error", loc: ["body", "org_id"], msg: "Value error, An organization's project stays its own" },
  ]);
}

/** A change may be small and what it adds to large. */
function laidOver(stored: WidgetConfigPatch, change: WidgetConfigPatch = {}): WidgetConfigPatch {
  const merged = mergeConfig(stored, change);
  if (JSON.stringify(merged.copy?.translations ?? {}).length <= MAX_TRANSLATIONS) return merged;
  const msg = `Value error, All translations together should have at most ${MAX_TRANSLATIONS} characters`;
  throw new ValidationError([{ type: "value_error", loc: ["body", "widget_config", "copy", "translations"], msg }]);
}

export async function list(c: Context<AppEnv>): Promise<Response> {
  const page = await listProjects(c.env.DB, readPage(c), scopeOf(c.var.actor));
  return c.json({ ...page, items: page.items.map(shown) });
}

export const read = async (c: Context<AppEnv>) => c.json(shown(await loadProjectOfPath(c)));

export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, projectCreate);
  const org_id = await owner(c, body.org_id);
  return idempotent(c, body, async () => {
    const now = Date.now();
    const widget_config = laidOver({}, body.widget_config);
    const [made] = await c.env.DB.batch([
      insertProject(c.env.DB, { org_id, name: body.name, widget_config, identity_secret: newIdentitySecret() }, now),
      auditInsert(c.env.DB, "project", { ...auditActor(c, org_id), action: "project.create", change: body }, now),
    ]);
    return shown(projectFromRow(insertedRow<ProjectRow>(made)));
  });
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const body = await readBody(c, projectPatch);
  const org_id = body.org_id === undefined ? project.org_id : await owner(c, body.org_id);
  const changed: Project = {
    ...project,
    org_id,
    name: body.name ?? project.name,
    widget_config: laidOver(project.widget_config, body.widget_config),
  };
  const now = Date.now();
  const record = {
    ...auditActor(c, org_id),
    action: "project.update",
    target: `project:${project.id}`,
    change: body,
  };
  const [updated] = await c.env.DB.batch([
    updateProject(c.env.DB, changed, now),
    auditIfChanged(c.env.DB, record, now),
  ]);
  const row = rowsOf<ProjectRow>(updated)[0];
  if (!row) throw new ApiError("in_progress");
  await invalidateProjects(c.env, [row]);
  return c.json(shown(projectFromRow(row)));
}

export async function identitySecret(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  return c.json({ secret: await readIdentitySecret(c.env.DB, project.id) });
}

export async function rotateIdentitySecret(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const secret = newIdentitySecret();
  const now = Date.now();
  const record = {
    ...auditActor(c, project.org_id),
    action: "project.rotate_identity_secret",
    target: `project:${project.id}`,
  };
  const [written] = await c.env.DB.batch([
    writeIdentitySecret(c.env.DB, project.id, secret, now),
    auditIfChanged(c.env.DB, record, now),
  ]);
  await invalidateProjects(c.env, rowsOf<ProjectVersion>(written));
  return c.json({ secret });
}
