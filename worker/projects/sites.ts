import { DEFAULT_CREDITS_PER_MINUTE as RATE } from "../../shared/limits.ts";
import type { SiteCreate } from "../../shared/sites.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import type { MintedKey } from "../keys/api-key.ts";
import type { Organization } from "../storage/organizations.ts";
import { createAgent } from "./agents.ts";
import { createChannel } from "./channels.ts";
import { grantCredit } from "./credits.ts";
import { loadOrganization } from "./load.ts";
import { createOrganization } from "./organizations.ts";
import { createProject } from "./projects.ts";

/** Terms of an organization that is created with its first site; the operator may change them. */
const FIRST_TERMS = {
  subscription: "active",
  voice_lines: 5,
  features: { external_provider: false, memory: true, tools: true },
  credits_per_minute: { provider_a: RATE, provider_b: RATE, provider_x: RATE },
} as const;

/** @throws ApiError `operator_forbidden` if an organization's token would grant credit or create an organization */
async function payerOf(bindings: Bindings, actor: Actor, fields: SiteCreate): Promise<Organization> {
  const org_id = fields.org_id ?? scopeOf(actor);
  if (scopeOf(actor) !== null && fields.credit > 0) throw new ApiError("operator_forbidden");
  const organization =
    org_id === null
      ? await createOrganization(bindings.DB, actor, { ...FIRST_TERMS, name: fields.name })
      : await loadOrganization(bindings.DB, actor, org_id);
  const grant = { operation: crypto.randomUUID(), amount: fields.credit, note: `New site: ${fields.name}` };
  if (fields.credit > 0) await grantCredit(bindings, actor, organization, grant);
  return organization;
}

/**
 * Creates all that a page needs: the organization with credit, the project, its agent, and the channel with this key.
 */
export async function createSite(
  bindings: Bindings,
  actor: Actor,
  minted: MintedKey,
  fields: SiteCreate & { allowed_domains: string[] },
) {
  const { name, allowed_domains, visitor_sessions } = fields;
  const organization = await payerOf(bindings, actor, fields);
  const project = await createProject(bindings.DB, actor, organization.id, { name });
  const { agent } = await createAgent(bindings, actor, project, { ...fields.agent, project_id: project.id });
  const channel = await createChannel(bindings.DB, actor, project, agent, minted, {
    name,
    allowed_domains,
    visitor_sessions,
  });
  return {
    org_id: organization.id,
    project_id: project.id,
    agent_id: agent.id,
    channel_id: channel.id,
    key_id: channel.key_id,
  };
}
