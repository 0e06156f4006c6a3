import type { OrganizationCreate, PlanFeatures, Rates } from "../../shared/admin.ts";
import type { Terms } from "../objects/org-ledger/account.ts";
import type { Page, PageRequest } from "./page.ts";
import { type ChangeOf, json, NOT_DELETED, named, newVersion, ofVersion, plain, type RowOf, Table } from "./table.ts";

const ORGANIZATIONS = new Table("organizations", {
  id: plain<number>(),
  name: plain<string>(),
  subscription: plain<"active" | "none">(),
  voice_lines: plain<number>(),
  version: plain<number>(),
  created_at: plain<number>(),
  features: json<PlanFeatures>(),
  credits_per_minute: named("rates_json", json<Rates>()),
});
export type Organization = RowOf<typeof ORGANIZATIONS>;
export const organizationFromRow = ORGANIZATIONS.read;

export const termsOf = (organization: Organization): Terms => ({
  org_id: organization.id,
  version: organization.version,
  subscription: organization.subscription,
  voice_lines: organization.voice_lines,
  credits_per_minute: organization.credits_per_minute,
});

/** @param scope the only organization that may be seen, `null` for all */
export const findOrganization = (db: D1Database, id: number, scope: number | null): Promise<Organization | null> =>
  ORGANIZATIONS.one(db, "id = ?1 AND deleted_at IS NULL AND (?2 IS NULL OR id = ?2)", id, scope);

export const listOrganizations = (
  db: D1Database,
  page: PageRequest,
  scope: number | null,
): Promise<Page<Organization>> =>
  scope === null
    ? ORGANIZATIONS.page(db, page, NOT_DELETED.sql)
    : ORGANIZATIONS.page(db, page, `id = ?1 AND ${NOT_DELETED.sql}`, scope);

export const insertOrganization = (db: D1Database, body: OrganizationCreate, now: number): D1PreparedStatement =>
  ORGANIZATIONS.insert(db, { ...body, version: now, created_at: now });

export const organizationDifference = ORGANIZATIONS.difference;

/** Changes nothing if it was changed since this version was read. */
export const updateOrganization = (
  db: D1Database,
  { id, version }: Organization,
  change: Omit<ChangeOf<typeof ORGANIZATIONS>, "version">,
  now: number,
): D1PreparedStatement => ORGANIZATIONS.update(db, id, change, newVersion(now), ofVersion(version));

/** All, also those that are being deleted. */
export async function organizationIds(db: D1Database): Promise<number[]> {
  const { results } = await db.prepare("SELECT id FROM organizations ORDER BY id").all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Whether an organization has or had this id: none is ever given twice. */
export async function wasGiven(db: D1Database, id: number): Promise<boolean> {
  const found = await db
    .prepare("SELECT 1 AS found FROM sqlite_sequence WHERE name = 'organizations' AND seq >= ?1")
    .bind(id)
    .first("found");
  return found !== null;
}
