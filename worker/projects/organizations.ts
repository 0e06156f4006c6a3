import type { OrganizationCreate } from "../../shared/admin.ts";
import type { Actor } from "../actor.ts";
import { change, insert } from "../change.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import type { Summary } from "../objects/org-ledger/account.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { permit, requireMay } from "../permissions.ts";
import {
  insertOrganization,
  type Organization,
  organizationDifference,
  organizationFromRow,
  termsOf,
  updateOrganization,
} from "../storage/organizations.ts";
import { touchProjectsOf } from "../storage/projects.ts";
import type { Row } from "../storage/table.ts";

/** Its ledger object is created by its first use, not here: an object always stays near the place of its first call. */
export async function createOrganization(
  db: D1Database,
  actor: Actor,
  fields: OrganizationCreate,
): Promise<Organization> {
  const record = { ...permit(actor, "organization.create", null), change: fields };
  return organizationFromRow(await insert<Row>(db, record, insertOrganization(db, fields, Date.now())));
}

/** A change as the API takes it: a field that is left out stays as it is. */
type Change = { name?: string | undefined; features?: object | undefined; credits_per_minute?: object | undefined };

/**
 * Changes an organization, tells its ledger the new terms and its projects' keys the new versions.
 * @throws ApiError `role_forbidden` or `operator_forbidden` if anybody but an owner changes more than the name, since the
 *   rest is what it pays for; `in_progress` if another request changed it since it was loaded
 */
export async function changeOrganization(
  bindings: Bindings,
  actor: Actor,
  organization: Organization,
  patch: Change,
): Promise<Organization> {
  const { DB } = bindings;
  const { name: _, ...terms } = patch;
  if (Object.keys(terms).length > 0) requireMay(actor, "organization.change_terms");
  const features = patch.features && { ...organization.features, ...patch.features };
  const credits_per_minute = patch.credits_per_minute && {
    ...organization.credits_per_minute,
    ...patch.credits_per_minute,
  };
  const now = Date.now();
  const target = `organization:${organization.id}`;
  const changes = { ...(patch as Partial<Organization>), features, credits_per_minute };
  const about = organizationDifference(organization, changes);
  const record = { ...permit(actor, "organization.update", organization.id), target, ...about };
  const touch = { gates: bindings, projects: touchProjectsOf(DB, organization.id, now) };
  const statement = updateOrganization(DB, organization, changes, now);
  const row = await change<Row>(DB, record, statement, { touch });
  if (!row) throw new ApiError("in_progress");
  const result = organizationFromRow(row);
  await callLedger(bindings, result.id, (ledger) => ledger.configure(termsOf(result)));
  return result;
}

/** An organization's credit and voice lines, from its ledger object. */
export const loadSummary = (bindings: Bindings, organization: Organization): Promise<Summary> =>
  callLedger(bindings, organization.id, (ledger) => ledger.summary(termsOf(organization)));
