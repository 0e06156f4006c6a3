import type { PaymentState, SiteSetup } from "../../shared/sites.ts";
import type { Bindings } from "../env.ts";
import { callStore } from "../objects/project-store/client.ts";
import { listProviders } from "../providers/catalog.ts";
import { listAgents } from "../storage/agents.ts";
import { findOrganization } from "../storage/organizations.ts";
import type { Project } from "../storage/projects.ts";
import { readPagesKey } from "../storage/site-setup.ts";
import { readVariables } from "../variables.ts";
import { loadSummary } from "./organizations.ts";

async function paymentOf(bindings: Bindings, org_id: number | null): Promise<PaymentState> {
  const organization = org_id === null ? null : await findOrganization(bindings.DB, org_id, null);
  if (!organization) return "no_organization";
  if (organization.subscription !== "active") return "no_subscription";
  if (organization.voice_lines === 0) return "no_lines";
  const { credit } = await loadSummary(bindings, organization);
  // A start needs credit for at least a minute.
  const { provider_a, provider_b } = organization.credits_per_minute;
  return credit.available < Math.min(provider_a, provider_b) ? "no_credit" : "ready";
}

/** What the project still needs before a visitor can call. */
export async function loadSiteSetup(bindings: Bindings, project: Project): Promise<SiteSetup> {
  const providers = listProviders(readVariables(bindings), bindings);
  const [payment, page, key, first_call_at] = await Promise.all([
    paymentOf(bindings, project.org_id),
    listAgents(bindings.DB, { limit: 200, after: 0 }, null, project.id),
    readPagesKey(bindings.DB, project.id),
    callStore(bindings, project.id, (store) => store.firstCall(project.id)),
  ]);
  const active = page.items.filter((agent) => agent.active);
  const unreachable_agents = active.flatMap(({ id, name, provider }) => {
    const detail = providers.find((one) => one.provider === provider)?.detail;
    return detail ? [{ id, name, detail }] : [];
  });
  return { payment, active_agents: active.length, unreachable_agents, key, first_call_at };
}
