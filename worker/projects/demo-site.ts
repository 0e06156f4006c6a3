import { derivedBody, type MintedKey, mintKey } from "../auth/keys/api-key.ts";
import { randomBase62 } from "../crypto/base62.ts";
import type { Bindings } from "../env.ts";
import { callGate } from "../objects/key-gate/client.ts";
import { ledgerStub } from "../objects/org-ledger/client.ts";
import {
  type Agent,
  type AgentRow,
  agentFromRow,
  insertAgent,
  listAgents,
  withAgentDefaults,
} from "../storage/agents.ts";
import { auditInsert, recordAudit } from "../storage/audit.ts";
import { type Channel, insertChannel, setChannelKey } from "../storage/channels.ts";
import { findKeyByHash, insertChannelKey, loadKeyForGate } from "../storage/keys.ts";
import { findOrganization, insertOrganization, termsOf } from "../storage/organizations.ts";
import {
  findProject,
  findProjectByName,
  insertProject,
  type Project,
  type ProjectRow,
  projectFromRow,
} from "../storage/projects.ts";
import { insertedRow } from "../storage/rows.ts";
import { channelKey } from "./channel-key.ts";
import { DEMO_AGENTS, DEMO_CREDIT, DEMO_LOOK, DEMO_ORGANIZATION, DEMO_PROJECT } from "./demo-content.ts";

/** How many of its keys an operator may revoke before the demo site stays off. */
const MAX_GENERATIONS = 20;

/**
 * The n-th key of the demo page: made of the secret alone, so that the page can show it though no key is stored. A
 * revoked one is followed by the next.
 */
const demoKey = async (secret: string, generation: number): Promise<MintedKey> =>
  mintKey(secret, await derivedBody(secret, `demo site ${generation}`));

interface Found {
  live: { key: string; project_id: number } | null;
  /** The first key that was never made. */
  next: MintedKey | null;
}

async function findDemoKey(db: D1Database, secret: string): Promise<Found> {
  for (let generation = 0; generation < MAX_GENERATIONS; generation++) {
    const minted = await demoKey(secret, generation);
    const row = await findKeyByHash(db, minted.key_hash);
    if (!row) return { live: null, next: minted };
    if (row.revoked_at === null) return { live: { key: minted.key, project_id: row.project_id }, next: null };
  }
  return { live: null, next: null };
}

/** The demo page's key and project, `null` where the demo site was never seeded. */
export async function liveDemoKey(db: D1Database, secrets: readonly string[]): Promise<Found["live"]> {
  for (const secret of secrets) {
    const { live } = await findDemoKey(db, secret);
    if (live) return live;
  }
  return null;
}

async function makeProject(db: D1Database, actor: string): Promise<Project> {
  const now = Date.now();
  const [organization] = await db.batch([
    insertOrganization(db, DEMO_ORGANIZATION, now),
    auditInsert(db, "organization", { actor, org_id: null, action: "organization.create" }, now),
  ]);
  const { id: org_id } = insertedRow<{ id: number }>(organization);
  const fields = { org_id, name: DEMO_PROJECT, widget_config: DEMO_LOOK, identity_secret: randomBase62(43) };
  const [project] = await db.batch([
    insertProject(db, fields, now),
    auditInsert(db, "project", { actor, org_id, action: "project.create" }, now),
  ]);
  return projectFromRow(insertedRow<ProjectRow>(project));
}

async function makeAgents(db: D1Database, project: Project, actor: string): Promise<Agent[]> {
  const now = Date.now();
  const made: Agent[] = [];
  for (const agent of DEMO_AGENTS) {
    const [row] = await db.batch([
      insertAgent(db, withAgentDefaults({ ...agent, project_id: project.id }), now),
      auditInsert(db, "agent", { actor, org_id: project.org_id, action: "agent.create" }, now),
    ]);
    made.push(agentFromRow(insertedRow<AgentRow>(row)));
  }
  return made;
}

async function makeChannel(
  bindings: Bindings,
  project: Project,
  agent_id: number,
  minted: MintedKey,
  actor: string,
): Promise<void> {
  const db = bindings.DB;
  const now = Date.now();
  const [made] = await db.batch([
    insertChannel(db, { project_id: project.id, name: "Demo page", agent_id }, now),
    auditInsert(db, "channel", { actor, org_id: project.org_id, action: "channel.create" }, now),
  ]);
  const channel = insertedRow<Channel>(made);
  await db.batch([
    insertChannelKey(db, channelKey(channel, minted, { allowed_domains: [] }), channel.id, null, now),
    setChannelKey(db, channel.id, minted.key_hash),
  ]);
  // Somebody may have tried the key before it was there: its gate need not believe that for a minute.
  const loaded = await loadKeyForGate(db, minted.key_hash, now);
  if (loaded) await callGate(bindings, minted.key_hash, (gate) => gate.load(loaded.policy, loaded.project_version));
}

export interface SeededSite {
  organization_id: number;
  project_id: number;
  agent_ids: number[];
  api_key: string;
}

/**
 * Makes what is missing of the demo site: all of it the first time, later nothing, or a new key where the operator has
 * revoked the page's. What the operator changed stays changed.
 */
export async function seedDemoSite(bindings: Bindings, secrets: readonly string[], actor: string): Promise<SeededSite> {
  const db = bindings.DB;
  const live = await liveDemoKey(db, secrets);
  const project =
    (live
      ? await findProject(db, live.project_id, null)
      : await findProjectByName(db, DEMO_PROJECT, DEMO_ORGANIZATION.name)) ?? (await makeProject(db, actor));
  const page = await listAgents(db, { limit: 100, after: 0 }, null, project.id);
  const agents = page.items.length > 0 ? page.items : await makeAgents(db, project, actor);
  let api_key = live?.key;
  if (api_key === undefined) {
    const { next } = await findDemoKey(db, secrets[0] ?? "");
    if (!next || !agents[0]) throw new Error("every key of the demo site has been revoked");
    await makeChannel(bindings, project, agents[0].id, next, actor);
    api_key = next.key;
  }
  const organization = project.org_id === null ? null : await findOrganization(db, project.org_id, null);
  if (organization) {
    const given = { amount: DEMO_CREDIT, note: "Demo site" };
    const granted = await ledgerStub(bindings, organization.id).grant(
      { operation: "demo site", ...given },
      termsOf(organization),
    );
    if (granted.ok && !granted.repeated)
      await recordAudit(db, {
        actor,
        org_id: organization.id,
        action: "organization.credit",
        target: `organization:${organization.id}`,
        change: given,
      });
  }
  return {
    organization_id: organization?.id ?? 0,
    project_id: project.id,
    agent_ids: agents.map((agent) => agent.id),
    api_key,
  };
}
