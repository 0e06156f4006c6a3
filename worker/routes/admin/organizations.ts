import { organizationCreate, organizationPatch } from "../../../shared/admin.ts";
import { confirmation } from "../../../shared/operators.ts";
import { scopeOf } from "../../actor.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId } from "../../http/read-request.ts";
import type { Summary } from "../../objects/org-ledger/account.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { unfinished } from "../../projects/deletion/deletion.ts";
import { loadOrganization } from "../../projects/load.ts";
import { changeOrganization, createOrganization, loadSummary } from "../../projects/organizations.ts";
import { listOrganizations, type Organization } from "../../storage/organizations.ts";
import { answerDeletion, DELETION_ANSWERS } from "./deletion.ts";
import { idempotent } from "./idempotent.ts";
import { organizationOfPath } from "./of-path.ts";

const operation = operationsOf("Organizations");

const shown = ({ version: _, ...organization }: Organization) => organization;
const whole = (organization: Organization, { credit, lines }: Summary) => ({ ...shown(organization), credit, lines });

export const list = operation({
  id: "listOrganizations",
  summary: "List organizations",
  page: "OrganizationList",
  async handle(c) {
    const page = await listOrganizations(c.env.DB, readPage(c), scopeOf(c.var.actor));
    return c.json({ ...page, items: page.items.map(shown) });
  },
});

export const read = operation({
  id: "getOrganization",
  summary: "Read an organization, its credit and its lines",
  answers: { 200: { description: "The current state.", schema: "Organization" } },
  async handle(c) {
    const organization = await organizationOfPath(c);
    return c.json(whole(organization, await loadSummary(c.env, organization)));
  },
});

export const create = operation({
  id: "createOrganization",
  summary: "Create an organization",
  description: "It has no credit yet. `credits_per_minute` is charged by the second, rounded up.",
  body: organizationCreate,
  answers: { 201: { description: "Created.", schema: "Organization" } },
  errors: ["conflict", "in_progress"],
  bounds: ["organization.create"],
  repeatable: true,
  async handle(c, readBody) {
    const body = await readBody();
    return idempotent(c, body, async () => {
      const organization = await createOrganization(c.env.DB, c.var.actor, body);
      const credit = { balance: 0, reserved: 0, available: 0 };
      return whole(organization, { credit, lines: { total: body.voice_lines, in_use: 0 } });
    });
  },
});

export const update = operation({
  id: "updateOrganization",
  summary: "Change an organization",
  description:
    "A field left out stays as it is. Running sessions keep the rate they started with. An organization's own token may change the name only.",
  body: organizationPatch,
  answers: { 200: { description: "The current state.", schema: "Organization" } },
  errors: ["in_progress", "operator_forbidden"],
  bounds: ["organization.update"],
  async handle(c, readBody) {
    const organization = await organizationOfPath(c);
    const body = await readBody();
    const changed = await changeOrganization(c.env, c.var.actor, organization, body);
    return c.json(whole(changed, await loadSummary(c.env, changed)));
  },
});

export const remove = operation({
  id: "deleteOrganization",
  summary: "Delete an organization and everything in it",
  description:
    "`confirm` is the exact name. Its keys are revoked first, then everything is deleted for good. Calling it again continues an unfinished deletion. Its projects, tokens, credit and ledger go with it.",
  body: confirmation,
  answers: DELETION_ANSWERS,
  async handle(c, readBody) {
    const id = pathId(c);
    const begun = await unfinished(c.env.DB, "organization", id);
    const { name, ...organization } = begun ?? (await loadOrganization(c.env.DB, c.var.actor, id));
    const { confirm } = await readBody();
    return answerDeletion(c, { kind: "organization", id: organization.id, org_id: organization.id, name }, confirm);
  },
});
