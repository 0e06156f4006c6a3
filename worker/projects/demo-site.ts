import type { Actor } from "../actor.ts";
import type { Bindings } from "../env.ts";
import type { MintedKey } from "../keys/api-key.ts";
import { addSource } from "../knowledge/sources.ts";
import { callGate } from "../objects/key-gate/client.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import { requireMay } from "../permissions.ts";
import { type Agent, listAgents } from "../storage/agents.ts";
import { loadKeyForGate } from "../storage/gate-policies.ts";
import { findOrganization } from "../storage/organizations.ts";
import { findProject, findProjectByName, type Project } from "../storage/projects.ts";
import type { RotatingSecret } from "../variables.ts";
import { createAgent } from "./agents.ts";
import { createChannel } from "./channels.ts";
import { grantCredit } from "./credits.ts";
import { DEMO_AGENTS, DEMO_CREDIT, DEMO_LOOK, DEMO_ORGANIZATION, DEMO_PROJECT } from "./demo-content.ts";
import { findDemoKeys, findLiveDemoKey } from "./demo-key.ts";
import { DEMO_SOURCES } from "./demo-knowledge.ts";
import { createOrganization } from "./organizations.ts";
import { createProject } from "./projects.ts";
import { runAlone } from "./run-once.ts";

export interface SeededSite {
  organization_id: number;
  project_id: number;
  agent_ids: number[];
  api_key: string;
}

/**
 * Creates what the demo site lacks: all of it the first time, later nothing, or a new key if the operator has revoked
 * the page's key. The operator's changes stay.
 * @throws ApiError `in_progress` while another request creates it: a second organization must not appear
 */
export async function seedDemoSite(
  bindings: Bindings,
  secrets: RotatingSecret,
  actor: Actor,
  service_origin: string,
): Promise<SeededSite> {
  requireMay(actor, "demo_site.create");
  const complete = () => makeMissing(bindings, secrets, actor, service_origin);
  return (await findLiveDemoKey(bindings.DB, secrets)) ? complete() : runAlone(bindings.DB, "demo site", complete);
}

async function makeMissing(
  bindings: Bindings,
  secrets: RotatingSecret,
  actor: Actor,
  service_origin: string,
): Promise<SeededSite> {
  const { DB } = bindings;
  const live = await findLiveDemoKey(DB, secrets);
  const project =
    (live
      ? await findProject(DB, live.project_id, null)
      : await findProjectByName(DB, DEMO_PROJECT, DEMO_ORGANIZATION.name)) ?? (await makeProject(DB, actor));
  const page = await listAgents(DB, { limit: 100, after: 0 }, null, project.id);
  const fresh = page.items.length === 0;
  const agents = fresh ? await makeAgents(bindings, actor, project) : page.items;
  if (fresh) await makeSources(bindings, actor, project, service_origin);
  let page_key: Pick<MintedKey, "key" | "key_hash"> | null = live;
  if (page_key === null) {
    const { next } = await findDemoKeys(DB, secrets[0]);
    if (!next || !agents[0]) throw new Error("every key of the demo site has been revoked");
    await makeChannel(bindings, actor, project, agents[0], next);
    page_key = next;
  }
  denialCache.forget(page_key.key_hash);
  const organization = project.org_id === null ? null : await findOrganization(DB, project.org_id, null);
  const grant = { operation: "demo site", amount: DEMO_CREDIT, note: "Demo site" };
  if (organization) await grantCredit(bindings, actor, organization, grant);
  const agent_ids = agents.map((agent) => agent.id);
  return { organization_id: organization?.id ?? 0, project_id: project.id, agent_ids, api_key: page_key.key };
}

async function makeProject(db: D1Database, actor: Actor): Promise<Project> {
  const { id } = await createOrganization(db, actor, DEMO_ORGANIZATION);
  return createProject(db, actor, id, { name: DEMO_PROJECT, widget_config: DEMO_LOOK });
}

async function makeAgents(bindings: Bindings, actor: Actor, project: Project): Promise<Agent[]> {
  const made: Agent[] = [];
  for (const agent of DEMO_AGENTS)
    made.push((await createAgent(bindings, actor, project, { ...agent, project_id: project.id })).agent);
  return made;
}

async function makeSources(bindings: Bindings, actor: Actor, project: Project, service_origin: string): Promise<void> {
  for (const { title, path, text } of DEMO_SOURCES)
    await addSource(
      bindings,
      actor,
      project,
      { kind: "text", title, text, url: service_origin + path },
      service_origin,
    );
}

async function makeChannel(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  agent: Agent,
  minted: MintedKey,
): Promise<void> {
  await createChannel(bindings.DB, actor, project, agent, minted, { name: "Demo page", allowed_domains: [] });
  // If somebody tried the key before it existed, its gate would refuse it as unknown for another minute.
  const loaded = await loadKeyForGate(bindings.DB, minted.key_hash, Date.now());
  if (loaded) await callGate(bindings, minted.key_hash, (gate) => gate.load(loaded.policy, loaded.project_version));
}
