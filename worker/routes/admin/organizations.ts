import type { Context } from "hono";
import { organizationCreate, organizationPatch } from "../../../shared/admin.ts";
import { confirmation } from "../../../shared/operators.ts";
import { scopeOf } from "../../actor.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import type { Summary } from "../../objects/org-ledger/rpc.ts";
import { deleteWhole, unfinished } from "../../projects/deletion/deletion.ts";
import { loadOrganization } from "../../projects/load.ts";
import { changeOrganization, createOrganization, loadSummary } from "../../projects/organizations.ts";
import { listOrganizations, type Organization } from "../../storage/organizations.ts";
import { idempotent } from "./idempotent.ts";

const shown = ({ version: _, ...organization }: Organization) => organization;
const whole = (organization: Organization, { credit, lines }: Summary) => ({ ...shown(organization), credit, lines });

export async function list(c: Context<AppEnv>): Promise<Response> {
  const page = await listOrganizations(c.env.DB, readPage(c), scopeOf(c.var.actor));
  return c.json({ ...page, items: page.items.map(shown) });
}

export async function read(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganization(c.env.DB, c.var.actor, pathId(c));
  return c.json(whole(organization, await loadSummary(c.env, organization)));
}

export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, organizationCreate);
  return idempotent(c, body, async () => {
    const organization = await createOrganization(c.env.DB, c.var.actor, body);
    const credit = { balance: 0, reserved: 0, available: 0 };
    return whole(organization, { credit, lines: { total: body.voice_lines, in_use: 0 } });
  });
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const organization = await loadOrganization(c.env.DB, c.var.actor, pathId(c));
  const body = await readBody(c, organizationPatch);
  const changed = await changeOrganization(c.env, c.var.actor, organization, body);
  return c.json(whole(changed, await loadSummary(c.env, changed)));
}

/** 204 if everything is deleted; 202 if the service deletes the rest in the background. */
export async function remove(c: Context<AppEnv>): Promise<Response> {
  const id = pathId(c);
  const begun = await unfinished(c.env.DB, "organization", id);
  const { name, ...organization } = begun ?? (await loadOrganization(c.env.DB, c.var.actor, id));
  const { confirm } = await readBody(c, confirmation);
  const what = { kind: "organization", id: organization.id, org_id: organization.id, name } as const;
  const done = await deleteWhole(c.env, c.var.actor, what, confirm);
  return done ? c.body(null, 204) : c.json({ status: "deleting" }, 202);
}
