import { MAX_TRANSLATIONS, type WidgetConfigPatch } from "../../shared/config.ts";
import type { OpeningHours } from "../../shared/hours-clock.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { randomBase62 } from "../crypto/base62.ts";
import type { Bindings } from "../env.ts";
import { ApiError, valueError } from "../http/errors.ts";
import type { GateBindings } from "../objects/key-gate/client.ts";
import { permit, requireMay } from "../permissions.ts";
import { auditIfChanged, auditInsert } from "../storage/audit.ts";
import { leaveContacts } from "../storage/contacts.ts";
import { leaveQuestions } from "../storage/knowledge-questions.ts";
import {
  insertProject,
  PROJECT_DEFAULTS,
  type Project,
  type ProjectRow,
  projectFromRow,
  readIdentitySecret,
  updateProject,
  writeIdentitySecret,
} from "../storage/projects.ts";
import { insertedRow, rowsOf } from "../storage/rows.ts";
import { eraseDeliveries } from "../webhooks/erase-deliveries.ts";
import { invalidateProjects, type ProjectVersion } from "./invalidate.ts";
import { loadOrganization } from "./load.ts";
import { mergeConfig } from "./merge-config.ts";

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
function mergedConfig(stored: WidgetConfigPatch, change: WidgetConfigPatch = {}): WidgetConfigPatch {
  const merged = mergeConfig(stored, change);
  if (JSON.stringify(merged.copy?.translations ?? {}).length <= MAX_TRANSLATIONS) return merged;
  throw valueError(
    ["body", "widget_config", "copy", "translations"],
    `All translations together should have at most ${MAX_TRANSLATIONS} characters`,
  );
}

/** The fields of a project, as the API takes them. */
interface Fields {
  org_id?: number | null | undefined;
  name: string;
  widget_config?: WidgetConfigPatch | undefined;
  hours?: OpeningHours | null | undefined;
  retention_days?: number | undefined;
  daily_credit_cap?: number | null | undefined;
  daily_session_cap?: number | null | undefined;
}

/** A project's own rules: a field that is left out stays as it is, `null` removes it. */
const mergedRules = (rules: Pick<Project, keyof typeof PROJECT_DEFAULTS>, change: Partial<Fields>) => ({
  hours: change.hours === undefined ? rules.hours : change.hours,
  retention_days: change.retention_days ?? rules.retention_days,
  daily_credit_cap: change.daily_credit_cap === undefined ? rules.daily_credit_cap : change.daily_credit_cap,
  daily_session_cap: change.daily_session_cap === undefined ? rules.daily_session_cap : change.daily_session_cap,
});

export async function createProject(
  db: D1Database,
  actor: Actor,
  org_id: number | null,
  fields: Fields,
): Promise<Project> {
  const now = Date.now();
  const { name, widget_config } = fields;
  const project = {
    org_id,
    name,
    widget_config: mergedConfig({}, widget_config),
    ...mergedRules(PROJECT_DEFAULTS, fields),
    identity_secret: newIdentitySecret(),
  };
  const record = { ...permit(actor, "project.create", org_id), change: fields };
  const [made] = await db.batch([insertProject(db, project, now), auditInsert(db, "project", record, now)]);
  return projectFromRow(insertedRow<ProjectRow>(made));
}

/**
 * Another organization that the project goes to sees nothing of the one before.
 * @throws ApiError `in_progress` if another request changed it since it was loaded
 */
export async function changeProject(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  change: Partial<Fields>,
): Promise<Project> {
  const { DB } = bindings;
  const org_id = change.org_id === undefined ? project.org_id : await ownerFor(DB, actor, change.org_id);
  // Whoever pays for it is another from here on.
  if (org_id !== project.org_id) requireMay(actor, "project.move");
  const widget_config = mergedConfig(project.widget_config, change.widget_config);
  const rules = mergedRules(project, change);
  const changed: Project = { ...project, ...rules, org_id, name: change.name ?? project.name, widget_config };
  const now = Date.now();
  const record = { ...permit(actor, "project.update", org_id), target: `project:${project.id}`, change };
  const moves = project.org_id !== null && org_id !== project.org_id;
  // What still waits is sent to its receiver first.
  if (moves) await eraseDeliveries(bindings, project.id, { done_before: now });
  const [updated] = await DB.batch([
    updateProject(DB, changed, now),
    auditIfChanged(DB, record, now),
    ...(moves ? [leaveContacts(DB, project), leaveQuestions(DB, project)] : []),
  ]);
  const row = rowsOf<ProjectRow>(updated)[0];
  if (!row) throw new ApiError("in_progress");
  await invalidateProjects(bindings, [row]);
  return projectFromRow(row);
}

export async function showIdentitySecret(db: D1Database, actor: Actor, project: Project): Promise<string | null> {
  requireMay(actor, "project.read_identity_secret");
  return readIdentitySecret(db, project.id);
}

/** @returns the new secret, with which the site's server signs its visitors from now on */
export async function rotateIdentitySecret(
  bindings: GateBindings & { DB: D1Database },
  actor: Actor,
  project: Project,
): Promise<string> {
  const { DB } = bindings;
  const secret = newIdentitySecret();
  const now = Date.now();
  const target = `project:${project.id}`;
  const record = { ...permit(actor, "project.rotate_identity_secret", project.org_id), target };
  const [written] = await DB.batch([writeIdentitySecret(DB, project.id, secret, now), auditIfChanged(DB, record, now)]);
  await invalidateProjects(bindings, rowsOf<ProjectVersion>(written));
  return secret;
}
