import type { Context } from "hono";
import { organizationCreate, organizationPatch } from "../../../shared/admin.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { readBody } from "../../http/read-request.ts";
import { callLedger } from "../../objects/org-ledger/client.ts";
import type { Summary } from "../../objects/org-ledger/rpc.ts";
import { invalidateProjects, type ProjectVersion } from "../../projects/invalidate.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import {
  insertOrganization,
  listOrganizations,
  type Organization,
  type OrganizationRow,
  organizationFromRow,
  termsOf,
  updateOrganization,
} from "../../storage/organizations.ts";
import { touchProjectsOf } from "../../storage/projects.ts";
import { insertedRow, rowsOf } from "../../storage/rows.ts";
import { idempotent } from "./idempotent.ts";
import { auditActor, loadOrganizationOfPath } from "./load.ts";

const shown = ({ version: _, ...organization }: Organization) => organization;

/** The ledger object is the source of an organization's credit and lines. */
async function loadSummary(c: Context<AppEnv>, organization: Organization) {
  const summary: Summary = await callLedger(c.env, organization.id, (ledger) => ledger.summary(termsOf(organization)));
  return { ...shown(organization), credit: summary.credit, lines: summary.lines };
}

export async function list(c: Context<AppEnv>): Promise<Response> {
  const page = await listOrganizations(c.env.DB, readPage(c), scopeOf(c.var.actor));
  return c.json({ ...page, items: page.items.map(shown) });
}

export const read = async (c: Context<AppEnv>) => c.json(await loadSummary(c, await loadOrganizationOfPath(c)));

export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, organizationCreate);
  return idempotent(c, body, async () => {
    const now = Date.now();
    const [made] = await c.env.DB.batch([
      insertOrganization(c.env.DB, body, now),
      auditInsert(
        c.env.DB,
        "organization",
        { ...auditActor(c, null), action: "organization.create", change: body },
        now,
      ),
    ]);
    // Its ledger object is made by its first use, not here: it would stay near the operator for good.
    const credit = { balance: 0, reserved: 0, available: 0 };
    return {
      ...shown(organizationFromRow(insertedRow<OrganizationRow>(made))),
      credit,
      lines: { total: body.voice_lines, in_use: 0 },
    };
  });
}

/** Its name is an organization's own; what it pays for is the operator's to say. */
export async function update(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganizationOfPath(c);
  const body = await readBody(c, organizationPatch);
  const { name: _, ...terms } = body;
  if (scopeOf(c.var.actor) !== null && Object.keys(terms).length > 0) throw new ApiError("operator_forbidden");
  const changed: Organization = {
    ...organization,
    ...(body as Partial<Organization>),
    features: { ...organization.features, ...body.features },
    credits_per_minute: {
      ...organization.credits_per_minute,
      ...body.credits_per_minute,
    } as Organization["credits_per_minute"],
  };
  const now = Date.now();
  const [updated, , touched] = await c.env.DB.batch([
    updateOrganization(c.env.DB, changed, now),
    auditIfChanged(
      c.env.DB,
      {
        ...auditActor(c, organization.id),
        action: "organization.update",
        target: `organization:${organization.id}`,
        change: body,
      },
      now,
    ),
    touchProjectsOf(c.env.DB, organization.id, now),
  ]);
  const row = rowsOf<OrganizationRow>(updated)[0];
  if (!row) throw new ApiError("in_progress");
  const result = organizationFromRow(row);
  await callLedger(c.env, result.id, (ledger) => ledger.configure(termsOf(result)));
  await invalidateProjects(c.env, rowsOf<ProjectVersion>(touched));
  return c.json(await loadSummary(c, result));
}
