import { DEFAULT_CREDITS_PER_MINUTE as RATE } from "../../shared/limits.ts";
import type { SiteCreate } from "../../shared/sites.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { requireRate } from "../bounds.ts";
import type { Bindings } from "../env.ts";
import { valueError } from "../http/errors.ts";
import { requireMay } from "../permissions.ts";
import type { Organization } from "../storage/organizations.ts";
import { createAgent } from "./agents.ts";
import { createChannel } from "./channels.ts";
import { grantCredit } from "./credits.ts";
import { loadOrganization } from "./load.ts";
import { createOrganization, loadSummary } from "./organizations.ts";
import { createProject } from "./projects.ts";
import type { Part } from "./run-once.ts";

/** Terms of an organization that is created with its first site; the operator may change them. */
const FIRST_TERMS = {
  subscription: "active",
  voice_lines: 5,
  features: { external_provider: false, memory: true, tools: true },
  credits_per_minute: { provider_a: RATE, provider_b: RATE, provider_x: RATE },
} as const;

/**
 * Asks before anything is made whether the actor may do all parts of it.
 * @throws ApiError `role_forbidden` or `operator_forbidden` for an organization or credit that the actor may not make,
 *   ValidationError if that is more than a balance can hold
 */
async function payerOf(bindings: Bindings, actor: Actor, fields: SiteCreate, part: Part): Promise<Organization> {
  const org_id = fields.org_id ?? scopeOf(actor);
  if (fields.credit > 0) requireMay(actor, "organization.credit");
  if (org_id === null)
    return part("organization", () => createOrganization(bindings.DB, actor, { ...FIRST_TERMS, name: fields.name }));
  const organization = await loadOrganization(bindings.DB, actor, org_id);
  if (fields.credit > 0) {
    const { credit } = await loadSummary(bindings, organization);
    // Before anything is made: the ledger would refuse it once the answer is stored.
    if (!Number.isSafeInteger(credit.balance + fields.credit))
      throw valueError(["body", "credit"], "The balance would become too large; grant less");
  }
  return organization;
}

/**
 * Creates all that a page needs but credit: the organization, the project, its agent, and the channel with its key.
 */
export async function createSite(
  bindings: Bindings,
  actor: Actor,
  secret: string,
  fields: SiteCreate & { allowed_domains: string[] },
  part: Part,
) {
  const { name, allowed_domains, visitor_sessions } = fields;
  // Of a site that is refused nothing is left.
  await requireRate(bindings.DB, { actor, project_id: null }, ["project.create", "agent.create", "channel.create"]);
  const organization = await payerOf(bindings, actor, fields, part);
  const project = await part("project", () => createProject(bindings.DB, actor, organization.id, { name }));
  const { agent } = await part("agent", () =>
    createAgent(bindings, actor, project, { ...fields.agent, project_id: project.id }),
  );
  const ofPage = { name, allowed_domains, visitor_sessions };
  const channel = await part("channel", () => createChannel(bindings.DB, actor, project, agent, { secret }, ofPage));
  return {
    org_id: organization.id,
    project_id: project.id,
    agent_id: agent.id,
    channel_id: channel.id,
    key_id: channel.key_id,
    key: channel.key,
    public_id: channel.public_id,
  };
}

/**
 * Grants what the site begins with, once its answer is stored: a site that failed half-way has no credit, and each repeat
 * comes here again, where the ledger knows the operation.
 * @param operation as it was stored with the answer; answers of versions that granted before they stored it have none
 * @throws ApiError `organization_not_found`
 */
export async function grantSiteCredit(
  bindings: Bindings,
  actor: Actor,
  org_id: number,
  { name, credit }: Pick<SiteCreate, "name" | "credit">,
  operation: string | undefined,
): Promise<void> {
  if (credit === 0 || operation === undefined) return;
  const organization = await loadOrganization(bindings.DB, actor, org_id);
  await grantCredit(bindings, actor, organization, { operation, amount: credit, note: `New site: ${name}` });
}
