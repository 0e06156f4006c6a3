import { HOUR_MS } from "../../../shared/time.ts";
import { type Actor, scopeOf } from "../../actor.ts";
import { change } from "../../change.ts";
import type { Bindings } from "../../env.ts";
import { ApiError, valueError } from "../../http/errors.ts";
import { permit } from "../../permissions.ts";
import {
  type Deletion,
  dropDeletion,
  dueDeletions,
  findDeletion,
  hiddenWithKeys,
  hideDeleted,
  hideOrganization,
  hideProject,
  noteDone,
} from "../../storage/deletions.ts";
import { projectsOf } from "../../storage/erase.ts";
import type { KeyBindings } from "../revoke-keys.ts";
import { Budget, runSteps } from "./budget.ts";
import { stepsOfOrganization } from "./delete-organization.ts";
import { revokeKeysOf, stepsOfProject } from "./delete-project.ts";

/** How much of a deletion one request does, in pieces and milliseconds; the cron does the rest. */
const IN_REQUEST = { pieces: 150, ms: 20_000 };
const IN_CRON = { pieces: 3_000, ms: 240_000 };
/** Requests that were under way at the deletion have ended by then. Milliseconds. */
const SECOND_ROUND = HOUR_MS;
const AT_ONCE = 20;
const MOST_PROJECTS = 10_000;

/** What is to be deleted, and the name that confirms it. */
export interface Named {
  kind: Deletion["kind"];
  id: number;
  org_id: number | null;
  name: string;
}

/** @throws ValidationError if `confirm` is not the name */
function requireName({ kind, name }: Named, confirm: string): void {
  if (confirm === name) return;
  throw valueError(
    ["body", "confirm"],
    `Write the ${kind}'s name, exactly as it is, to delete it and everything in it`,
  );
}

/**
 * Deletes a project or an organization and everything in it. When it returns, its keys are refused and it is no longer
 * visible. Calling it again continues the deletion.
 * @returns whether all is deleted; else the cron continues
 */
export async function deleteWhole(bindings: Bindings, actor: Actor, what: Named, confirm: string): Promise<boolean> {
  const { DB } = bindings;
  const { kind, id, org_id } = what;
  const record = permit(actor, `${kind}.delete`, kind === "project" ? org_id : id);
  requireName(what, confirm);
  const now = Date.now();
  const [hidden, ...rest] = kind === "project" ? hideProject(DB, what, now) : hideOrganization(DB, id, now);
  const first = await change(DB, { ...record, target: `${kind}:${id}` }, hidden, { with: rest });
  // It went to another organization while the name was under way, or is gone.
  if (!first && !(await unfinished(DB, kind, id, scopeOf(actor))))
    throw new ApiError(kind === "project" ? "project_not_found" : "organization_not_found");
  const projects = kind === "project" ? [id] : await projectsOf(DB, id, MOST_PROJECTS);
  for (const project of projects) await revokeKeysOf(bindings, project);
  return goOn(bindings, { kind, id, org_id, asked_at: now, done_at: null }, IN_REQUEST);
}

/**
 * For a restore: hides what the archive names for deletion and revokes its keys, whatever else the archive says of them.
 * The cron deletes it.
 */
export async function hideAgain(bindings: KeyBindings): Promise<void> {
  await bindings.DB.batch(hideDeleted(bindings.DB, Date.now()));
  for (const project of await hiddenWithKeys(bindings.DB)) await revokeKeysOf(bindings, project);
}

async function goOn(bindings: Bindings, deletion: Deletion, limit: typeof IN_REQUEST): Promise<boolean> {
  const { kind, id, org_id } = deletion;
  const budget = new Budget(limit.pieces, Date.now() + limit.ms);
  const steps = kind === "project" ? stepsOfProject(bindings, id, org_id) : stepsOfOrganization(bindings, id, budget);
  const done = await runSteps(steps, budget);
  if (done) await noteDone(bindings.DB, deletion, Date.now());
  return done;
}

/** For the cron: continues unfinished deletions, and repeats each one an hour after it was done. */
export async function continueDeletions(bindings: Bindings, now: number): Promise<void> {
  for (const deletion of await dueDeletions(bindings.DB, now - SECOND_ROUND, AT_ONCE)) {
    const second = deletion.done_at !== null;
    if ((await goOn(bindings, deletion, IN_CRON)) && second) await dropDeletion(bindings.DB, deletion);
  }
}

/**
 * A deletion that was requested before and is unfinished; `null` for none.
 * @param scope the only organization whose project it may be, `null` for all
 */
export async function unfinished(
  db: D1Database,
  kind: Deletion["kind"],
  id: number | null,
  scope: number | null = null,
): Promise<Named | null> {
  const deletion = id === null ? null : await findDeletion(db, kind, id);
  return deletion && (scope === null || deletion.org_id === scope) ? deletion : null;
}
