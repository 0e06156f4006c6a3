import type { OrganizationCreate, PlanFeatures, Rates } from "../../shared/admin.ts";
import type { Terms } from "../objects/org-ledger/rpc.ts";
import type { Page, PageRequest } from "./page.ts";
import { pageOf } from "./page.ts";

export interface OrganizationRow {
  id: number;
  name: string;
  subscription: "active" | "none";
  voice_lines: number;
  features_json: string;
  rates_json: string;
  version: number;
  created_at: number;
  /** Set once it is being deleted; it is no longer visible. */
  deleted_at: number | null;
}

export interface Organization {
  id: number;
  name: string;
  subscription: "active" | "none";
  voice_lines: number;
  features: PlanFeatures;
  credits_per_minute: Rates;
  version: number;
  created_at: number;
}

export const organizationFromRow = ({
  features_json,
  rates_json,
  deleted_at: _,
  ...row
}: OrganizationRow): Organization => ({
  ...row,
  features: JSON.parse(features_json),
  credits_per_minute: JSON.parse(rates_json),
});

export const termsOf = (organization: Organization): Terms => ({
  org_id: organization.id,
  version: organization.version,
  subscription: organization.subscription,
  voice_lines: organization.voice_lines,
  credits_per_minute: organization.credits_per_minute,
});

/** @param scope the only organization that may be seen, `null` for all */
export async function findOrganization(db: D1Database, id: number, scope: number | null): Promise<Organization | null> {
  const row = await db
    .prepare("SELECT * FROM organizations WHERE id = ?1 AND deleted_at IS NULL AND (?2 IS NULL OR id = ?2)")
    .bind(id, scope)
    .first<OrganizationRow>();
  return row && organizationFromRow(row);
}

export async function listOrganizations(
  db: D1Database,
  page: PageRequest,
  scope: number | null,
): Promise<Page<Organization>> {
  const { results } = await db
    .prepare(
      `SELECT * FROM organizations WHERE id > ?1 AND deleted_at IS NULL AND (?2 IS NULL OR id = ?2)
       ORDER BY id LIMIT ?3`,
    )
    .bind(page.after, scope, page.limit + 1)
    .all<OrganizationRow>();
  return pageOf(results.map(organizationFromRow), page);
}

/** Run it in one batch with its audit entry. */
export const insertOrganization = (db: D1Database, body: OrganizationCreate, now: number): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO organizations (name, subscription, voice_lines, features_json, rates_json, version, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) RETURNING *`,
    )
    .bind(
      body.name,
      body.subscription,
      body.voice_lines,
      JSON.stringify(body.features),
      JSON.stringify(body.credits_per_minute),
      now,
    );

/** Writes the whole row, unless it was changed since `organization` was read; then it changes nothing. */
export const updateOrganization = (db: D1Database, organization: Organization, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE organizations SET name = ?3, subscription = ?4, voice_lines = ?5, features_json = ?6, rates_json = ?7,
       version = max(version + 1, ?8) WHERE id = ?1 AND version = ?2 AND deleted_at IS NULL RETURNING *`,
    )
    .bind(
      organization.id,
      organization.version,
      organization.name,
      organization.subscription,
      organization.voice_lines,
      JSON.stringify(organization.features),
      JSON.stringify(organization.credits_per_minute),
      now,
    );

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
