import { MAX_TRANSLATIONS, type WidgetConfigPatch } from "../../shared/config.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { audit, change, insert } from "../change.ts";
import { randomBase62 } from "../crypto/base62.ts";
import type { Bindings } from "../env.ts";
import { ApiError, valueError } from "../http/errors.ts";
import type { InvalidationSources } from "../invalidate.ts";
import { callStore } from "../objects/project-store/client.ts";
import { permit } from "../permissions.ts";
import { leaveCounts } from "../storage/analytics.ts";
import { auditIfChanged } from "../storage/audit.ts";
import { leaveContacts } from "../storage/contacts.ts";
import { leaveQuestions } from "../storage/knowledge-questions.ts";
import { leaveMemories } from "../storage/memories.ts";
import {
  insertProject,
  leaveIdentitySecret,
  type Project,
  type ProjectChange,
  projectDifference,
  projectFromRow,
  projectVersion,
  readIdentitySecret,
  updateProject,
  writeIdentitySecret,
} from "../storage/projects.ts";
import type { Row } from "../storage/table.ts";
import { leaveWebhooks } from "../storage/webhooks.ts";
import { configureQueues } from "../webhooks/configure-queues.ts";
import { loadOrganization } from "./load.ts";
import { mergeConfig } from "./merge-config.ts";
import { revokeTestKeys } from "./test-key.ts";

/** A little more than 256 bits. */
const newIdentitySecret = () => randomBase62(43);

/**
 * The organization of a new project. An organization's token creates projects only for its own organization.
 * @param asked if it is missing: the caller's own organization, or none for an operator
 */
export async function ownerFor(db: D1Database, actor: Actor, asked: number | null | undefined): Promise<number | null> {
  const scope = scopeOf(actor);
  if (asked === undefined) return scope;
  if (asked !== null) return (await loadOrganization(db, actor, asked)).id;
  if (scope === null) return null;
  throw valueError(["body", "org_id"], "A project cannot move to another organization");
}

/** The limit is checked on the result, since a small change may be added to a large stored value. */
function mergedConfig(stored: WidgetConfigPatch, patch: WidgetConfigPatch | null = {}): WidgetConfigPatch {
  const merged = mergeConfig(stored, patch ?? {});
  if (JSON.stringify(merged.copy?.translations ?? {}).length <= MAX_TRANSLATIONS) return merged;
  throw valueError(
    ["body", "widget_config", "copy", "translations"],
    `All translations together should have at most ${MAX_TRANSLATIONS} characters`,
  );
}

export async function createProject(
  db: D1Database,
  actor: Actor,
  org_id: number | null,
  fields: ProjectChange & { name: string },
): Promise<Project> {
  const project = { ...fields, org_id, widget_config: mergedConfig({}, fields.widget_config) };
  const record = { ...permit(actor, "project.create", org_id), change: fields };
  const statement = insertProject(db, project, newIdentitySecret(), Date.now());
  return projectFromRow(await insert<Row>(db, record, statement));
}

/** What happens to all that an organization's visitors left in a project that goes to another. */
const leave = (db: D1Database, project: Project, now: number): D1PreparedStatement[] => [
  leaveContacts(db, project),
  leaveQuestions(db, project),
  leaveMemories(db, project),
  ...leaveCounts(db, project),
  leaveWebhooks(db, project),
  leaveIdentitySecret(db, project, newIdentitySecret(), now),
];

/**
 * Another organization that the project goes to reads, remembers and is sent nothing of the one before, and the one before
 * signs no visitors any more. The audit logs of both tell of it.
 * @throws ApiError `in_progress` if another request changed it since it was loaded
 */
export async function changeProject(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  patch: ProjectChange,
): Promise<Project> {
  const { DB } = bindings;
  const org_id = patch.org_id === undefined ? project.org_id : await ownerFor(DB, actor, patch.org_id);
  const widget_config = mergedConfig(project.widget_config, patch.widget_config);
  const now = Date.now();
  const changes = { ...patch, org_id, widget_config };
  const changed = projectDifference(project, changes);
  const moves = project.org_id !== null && org_id !== project.org_id;
  // What it was before is not for another organization's log.
  const about = moves ? { change: changed.change } : changed;
  const record = { ...permit(actor, "project.update", org_id), target: `project:${project.id}`, ...about };
  // Whoever pays for it is another from here on: both are told.
  const sides = org_id === project.org_id ? [] : [project.org_id, org_id];
  const moved = sides.map((side) => permit(actor, "project.move", side));
  if (moves) {
    // Each queue knows whose its deliveries are before that changes.
    await configureQueues(bindings, project.id);
    await revokeTestKeys(bindings, project.id);
  }
  const row = await change<Row>(DB, record, updateProject(DB, project, changes, now), {
    with: [
      ...moved.map((entry) => auditIfChanged(DB, { ...entry, target: record.target }, now)),
      ...(moves ? leave(DB, project, now) : []),
    ],
    touch: { gates: bindings, projects: projectVersion(DB, project.id) },
  });
  if (!row) throw new ApiError("in_progress");
  // One that was asked for meanwhile.
  if (moves) await revokeTestKeys(bindings, project.id);
  // A queue that does not hear of it now does with the next event; until then it sends to the address that it has.
  if (moves) await configureQueues(bindings, project.id).catch(() => {});
  const result = projectFromRow(row);
  // A store that does not hear of it now does with the next page or reader: nobody reads what another left before that.
  if (moves || result.retention_days !== project.retention_days)
    await callStore(bindings, project.id, (store) => store.follow(project.id, result.version)).catch(() => {});
  return result;
}

/** Who has read it is in the audit log. */
export async function showIdentitySecret(db: D1Database, actor: Actor, project: Project): Promise<string | null> {
  await audit(db, { ...permit(actor, "project.read_identity_secret", project), target: `project:${project.id}` });
  return readIdentitySecret(db, project.id);
}

/** @returns the new secret, with which the site's server signs its visitors from now on */
export async function rotateIdentitySecret(
  bindings: InvalidationSources,
  actor: Actor,
  project: Project,
): Promise<string> {
  const { DB } = bindings;
  const secret = newIdentitySecret();
  const target = `project:${project.id}`;
  const record = { ...permit(actor, "project.rotate_identity_secret", project), target };
  const touch = { gates: bindings, projects: projectVersion(DB, project.id) };
  await change(DB, record, writeIdentitySecret(DB, project.id, secret, Date.now()), { touch });
  return secret;
}
