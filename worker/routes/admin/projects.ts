import { projectCreate, projectPatch } from "../../../shared/admin.ts";
import { confirmation } from "../../../shared/operators.ts";
import { scopeOf } from "../../actor.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { unfinished } from "../../projects/deletion/deletion.ts";
import { loadProject } from "../../projects/load.ts";
import * as projects from "../../projects/projects.ts";
import { closeInboxesOf } from "../../sessions/open-inboxes.ts";
import { listProjects, type Project } from "../../storage/projects.ts";
import { answerDeletion, DELETION_ANSWERS } from "./deletion.ts";
import { idempotent } from "./idempotent.ts";
import { projectOfPath } from "./of-path.ts";

const operation = operationsOf("Projects");

const shown = ({ version: _, ...project }: Project) => project;

export const list = operation({
  id: "listProjects",
  summary: "List projects",
  page: "ProjectList",
  async handle(c) {
    const page = await listProjects(c.env.DB, readPage(c), scopeOf(c.var.actor));
    return c.json({ ...page, items: page.items.map(shown) });
  },
});

export const read = operation({
  id: "getProject",
  summary: "Read a project",
  answers: { 200: { description: "The current state.", schema: "Project" } },
  handle: async (c) => c.json(shown(await projectOfPath(c))),
});

export const create = operation({
  id: "createProject",
  summary: "Create a project",
  description: "Without an organization it shows its widget, but starts no sessions.",
  body: projectCreate,
  answers: { 201: { description: "Created.", schema: "Project" } },
  errors: ["organization_not_found", "conflict", "in_progress"],
  bounds: ["project.create"],
  repeatable: true,
  async handle(c, readBody) {
    const body = await readBody();
    const org_id = await projects.ownerFor(c.env.DB, c.var.actor, body.org_id);
    return idempotent(c, body, async () => shown(await projects.createProject(c.env.DB, c.var.actor, org_id, body)));
  },
});

export const update = operation({
  id: "updateProject",
  summary: "Change a project",
  description:
    "`widget_config` is merged group by group; `null` resets a value to its default. Pages see it with their next request. Another `org_id`, for owners only, moves the project: the new organization reads nothing of before, the identity secret is replaced, and the audit logs of both tell of it.",
  body: projectPatch,
  answers: { 200: { description: "The current state.", schema: "Project" } },
  errors: ["organization_not_found", "in_progress"],
  bounds: ["project.update"],
  async handle(c, readBody) {
    const project = await projectOfPath(c);
    const body = await readBody();
    const changed = await projects.changeProject(c.env, c.var.actor, project, body);
    if (changed.org_id !== project.org_id) await closeInboxesOf(c.env, project.id, project.org_id);
    return c.json(shown(changed));
  },
});

export const identitySecret = operation({
  id: "getIdentitySecret",
  summary: "Read the secret that signs visitors",
  description: "Keep it on your server: `user_hash` is the hex HMAC-SHA256 of `user_id` under its UTF-8 bytes.",
  answers: { 200: { description: "The secret.", schema: "IdentitySecret" } },
  errors: ["role_forbidden"],
  async handle(c) {
    const project = await projectOfPath(c);
    return c.json({ secret: await projects.showIdentitySecret(c.env.DB, c.var.actor, project) });
  },
});

export const rotateIdentitySecret = operation({
  id: "rotateIdentitySecret",
  summary: "Replace the secret that signs visitors",
  description: "Hashes made with the old one are refused from now on.",
  answers: { 200: { description: "The new secret.", schema: "IdentitySecret" } },
  bounds: ["project.rotate_identity_secret"],
  async handle(c) {
    const project = await projectOfPath(c);
    return c.json({ secret: await projects.rotateIdentitySecret(c.env, c.var.actor, project) });
  },
});

export const remove = operation({
  id: "deleteProject",
  summary: "Delete a project and everything in it",
  description:
    "`confirm` is the exact name. Its keys are revoked first, then everything is deleted for good. Calling it again continues an unfinished deletion. Running sessions end. The organization's charges stay.",
  body: confirmation,
  answers: DELETION_ANSWERS,
  async handle(c, readBody) {
    const id = pathId(c);
    const begun = await unfinished(c.env.DB, "project", id, scopeOf(c.var.actor));
    const { name, ...project } = begun ?? (await loadProject(c.env.DB, c.var.actor, id));
    const { confirm } = await readBody();
    return answerDeletion(c, { kind: "project", id: project.id, org_id: project.org_id, name }, confirm);
  },
});
