import { PERMISSIONS } from "../../shared/keys.ts";
import { CHANNEL_KEY_LIMITS } from "../../shared/limits.ts";
import type { Actor } from "../actor.ts";
import { change } from "../change.ts";
import { ApiError } from "../http/errors.ts";
import { derivedBody, type MintedKey, mintKey } from "../keys/api-key.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import { permit } from "../permissions.ts";
import type { Agent } from "../storage/agents.ts";
import { findKeyByHash, insertKey, listTestKeys } from "../storage/keys.ts";
import { touchProject } from "../storage/projects.ts";
import { loadProject } from "./load.ts";
import { type KeyBindings, revokeEach } from "./revoke-keys.ts";

/** How many of an agent's test keys may be revoked before it gets no more. */
const MAX_GENERATIONS = 100;

/** Test calls of an agent in a day. The key needs this cap since it has no allowed domains. */
const MAX_SESSIONS_A_DAY = 100;

/**
 * The key with which the console calls one agent. It is derived from the secret, so that it can be shown each time
 * although no key is stored. It has no allowed domains, since a page of the service itself sends no `Origin` with its
 * reads; instead it has a daily cap. When it is revoked, the next one replaces it.
 */
export async function testKeyOf(db: D1Database, secret: string, actor: Actor, agent: Agent): Promise<MintedKey> {
  const minted = await findOrMakeTestKey(db, secret, actor, agent);
  // In a restored installation this isolate may have cached the key as unknown.
  denialCache.forget(minted.key_hash);
  return minted;
}

async function findOrMakeTestKey(db: D1Database, secret: string, actor: Actor, agent: Agent): Promise<MintedKey> {
  const project = await loadProject(db, actor, agent.project_id);
  // Also of a key that there is: whoever may not make it does not see it.
  const created = permit(actor, "key.create", project);
  for (let generation = 0; generation < MAX_GENERATIONS; generation++) {
    const minted = await mintKey(secret, await derivedBody(secret, `test call of agent ${agent.id}, ${generation}`));
    const key = await findKeyByHash(db, minted.key_hash);
    if (key?.revoked_at === null) return minted;
    if (key) continue;
    const { key_hash, display, secret_id } = minted;
    const caps = { daily_credit_cap: null, daily_session_cap: MAX_SESSIONS_A_DAY };
    const fields = {
      ...{ key_hash, display, secret_id, project_id: project.id, name: `Test call: ${agent.name}`.slice(0, 120) },
      ...{ permissions: PERMISSIONS, allowed_domains: [] },
      ...{ minute_limit: CHANNEL_KEY_LIMITS.minute, day_limit: CHANNEL_KEY_LIMITS.day, ...caps },
    };
    const now = Date.now();
    const record = { ...created, change: { agent_id: agent.id, ...caps } };
    // Its cap is part of the project's snapshot; its gate loads the newest version at the first use.
    const also = { project_id: project.id, with: [touchProject(db, project.id, now)] };
    await change(db, record, insertKey(db, { ...fields, agent_id: agent.id }, now), also);
    return minted;
  }
  throw new ApiError("conflict", { detail: "Too many test keys of this agent were revoked; make a channel instead" });
}

/**
 * A project that goes to another organization: whoever tried its agents before would call at the expense of that one, from any
 * page. The keys are dead once this has returned; whoever asks gets the next ones.
 */
export async function revokeTestKeys(bindings: KeyBindings, project_id: number): Promise<void> {
  await revokeEach(bindings, (most) => listTestKeys(bindings.DB, project_id, most));
}
