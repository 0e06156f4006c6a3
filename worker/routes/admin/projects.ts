import type { Context } from "hono";
import { projectCreate, projectPatch } from "../../../shared/admin.ts";
import { confirmation } from "../../../shared/operators.ts";
import { scopeOf } from "../../actor.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { deleteWhole, unfinished } from "../../projects/deletion/deletion.ts";
import { loadProject } from "../../projects/load.ts";
import * as projects from "../../projects/projects.ts";
import { closeInboxesOf } from "../../sessions/open-inboxes.ts";
import { listProjects, type Project } from "../../storage/projects.ts";
import { idempotent } from "./idempotent.ts";

const shown = ({ version: _, ...project }: Project) => project;
const loadProjectOfPath = (c: Context<AppEnv>) => loadProject(c.env.DB, c.var.actor, pathId(c));

export async function list(c: Context<AppEnv>): Promise<Response> {
  const page = await listProjects(c.env.DB, readPage(c), scopeOf(c.var.actor));
  return c.json({ ...page, items: page.items.map(shown) });
}

export const read = async (c: Context<AppEnv>) => c.json(shown(await loadProjectOfPath(c)));

export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, projectCreate);
  const org_id = await projects.ownerFor(c.env.DB, c.var.actor, body.org_id);
  return idempotent(c, body, async () => shown(await projects.createProject(c.env.DB, c.var.actor, org_id, body)));
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const body = await readBody(c, projectPatch);
  const changed = await projects.changeProject(c.env, c.var.actor, project, body);
  if (changed.org_id !== project.org_id) await closeInboxesOf(c.env, project.id, project.org_id);
  return c.json(shown(changed));
}

export async function identitySecret(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  return c.json({ secret: await projects.showIdentitySecret(c.env.DB, c.var.actor, project) });
}

export async function rotateIdentitySecret(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  return c.json({ secret: await projects.rotateIdentitySecret(c.env, c.var.actor, project) });
}

/** 204 if everything is deleted; 202 if the service deletes the rest in the background. */
export async function remove(c: Context<AppEnv>): Promise<Response> {
  const id = pathId(c);
  const begun = await unfinished(c.env.DB, "project", id, scopeOf(c.var.actor));
  const { name, ...project } = begun ?? (await loadProject(c.env.DB, c.var.actor, id));
  const { confirm } = await readBody(c, confirmation);
  const what = { kind: "project", id: project.id, org_id: project.org_id, name } as const;
  const done = await deleteWhole(c.env, c.var.actor, what, confirm);
  return done ? c.body(null, 204) : c.json({ status: "deleting" }, 202);
}
