import { PERMISSIONS } from "../../shared/keys.ts";
import { CHANNEL_KEY_LIMITS } from "../../shared/limits.ts";
import type { Actor } from "../auth/actor.ts";
import { derivedBody, type MintedKey, mintKey } from "../auth/keys/api-key.ts";
import { ApiError } from "../http/errors.ts";
import type { Agent } from "../storage/agents.ts";
import { auditInsert } from "../storage/audit.ts";
import { findKeyByHash, insertAgentKey } from "../storage/keys.ts";
import { auditActor, loadProject } from "./load.ts";

/** How many of an agent's test keys may be revoked before it gets no more. */
const MAX_GENERATIONS = 100;

/**
 * The key with which the service's own pages call one agent. It is derived from the secret, so that it can be shown each
 * time though no key is stored; it works from this origin only, so that it is of no use to any other page. A revoked one
 * is followed by the next.
 */
export async function testKeyOf(
  db: D1Database,
  secret: string,
  actor: Actor,
  agent: Agent,
  service_origin: string,
): Promise<MintedKey> {
  const project = await loadProject(db, actor, agent.project_id);
  for (let generation = 0; generation < MAX_GENERATIONS; generation++) {
    const purpose = `test call of agent ${agent.id} on ${service_origin}, ${generation}`;
    const minted = await mintKey(secret, await derivedBody(secret, purpose));
    const known = await findKeyByHash(db, minted.key_hash);
    if (known?.revoked_at === null) return minted;
    if (known) continue;
    const { key_hash, display, secret_id } = minted;
    const fields = {
      ...{ key_hash, display, secret_id, project_id: project.id, name: `Test call: ${agent.name}`.slice(0, 120) },
      ...{ permissions: PERMISSIONS, allowed_domains: [service_origin] },
      ...{ minute_limit: CHANNEL_KEY_LIMITS.minute, day_limit: CHANNEL_KEY_LIMITS.day },
      ...{ daily_credit_cap: null, daily_session_cap: null },
    };
    const now = Date.now();
    const change = { agent_id: agent.id, allowed_domains: [service_origin] };
    const record = { ...auditActor(actor, project.org_id), action: "key.create", change };
    await db.batch([insertAgentKey(db, fields, agent.id, now), auditInsert(db, "key", record, now)]);
    return minted;
  }
  throw new ApiError("conflict", { detail: "Too many test keys of this agent were revoked; make a channel instead" });
}
