import type { Actor } from "../actor.ts";
import { change, insert } from "../change.ts";
import { randomBase62 } from "../crypto/base62.ts";
import { ApiError, valueError } from "../http/errors.ts";
import type { InvalidationSources } from "../invalidate.ts";
import type { MintedKey } from "../keys/api-key.ts";
import { callGate } from "../objects/key-gate/client.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import { type Action, permit } from "../permissions.ts";
import type { Agent } from "../storage/agents.ts";
import {
  type Channel,
  type ChannelChange,
  channelDifference,
  channelFromRow,
  findChannel,
  insertChannel,
  markChannelDeleted,
  moveChannelKeys,
  setChannelKey,
  updateChannel,
} from "../storage/channels.ts";
import { loadKeyForGate } from "../storage/gate-policies.ts";
import {
  type ApiKey,
  addChannelKey,
  findKey,
  findKeyByHash,
  findNewestChannelKey,
  listChannelGates,
  listChannelKeys,
  markRevoked,
} from "../storage/keys.ts";
import { type Project, touchProject } from "../storage/projects.ts";
import type { Row } from "../storage/table.ts";
import type { RotatingSecret } from "../variables.ts";
import { changeDomains, deriveChannelKey, nextGeneration } from "./channel-generations.ts";
import { channelKey } from "./channel-key.ts";
import { loadProject } from "./load.ts";
import { endUnbegun, type KeyBindings, killKey, revokeEach } from "./revoke-keys.ts";

/** A channel as an operator describes it. */
interface Fields {
  name: string;
  allowed_domains: string[];
  minute_limit?: number | undefined;
  day_limit?: number | undefined;
  daily_credit_cap?: number | null | undefined;
  daily_session_cap?: number | null | undefined;
  visitor_sessions?: number | null | undefined;
}

function requireSameProject(agent: Pick<Agent, "project_id">, project_id: number): void {
  if (agent.project_id === project_id) return;
  throw valueError(["body", "agent_id"], "Agent is not part of this project");
}

/**
 * Makes a channel.
 * @param key its first key; with a secret the derived one, which is its script's
 * @throws ValidationError where the agent belongs to another project
 */
export async function createChannel(
  db: D1Database,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  agent: Pick<Agent, "id" | "project_id">,
  key: MintedKey | { secret: string },
  fields: Fields,
): Promise<Channel & { key_id: number; key: string }> {
  requireSameProject(agent, project.id);
  const now = Date.now();
  const record = { ...permit(actor, "channel.create", project), change: { ...fields, agent_id: agent.id } };
  const public_id = `ch_${randomBase62(24)}`;
  const project_id = project.id;
  const minted = "secret" in key ? await deriveChannelKey(key.secret, { public_id }, 0) : key;
  const derived = "secret" in key ? { generation: 0, channel_has: 0 } : null;
  const statement = insertChannel(db, { ...fields, project_id, agent_id: agent.id, public_id, created_at: now });
  const made = await insert<Row>(db, record, statement, {
    project_id,
    with: [
      addChannelKey(db, channelKey({ project_id, name: fields.name }, minted, fields), { public_id }, derived, now),
      setChannelKey(db, { public_id }, minted.key_hash),
      // Its caps are part of the project's snapshot; its key's gate asks for the newest when it is first used.
      touchProject(db, project.id, now),
    ],
  });
  const { id: key_id } = (await findKeyByHash(db, minted.key_hash)) as ApiKey;
  return { ...channelFromRow(made), key_id, key: minted.key };
}

/** Beginning of an audit entry about a channel. */
const recordOf = async (db: D1Database, actor: Actor, channel: Channel, action: Action) => {
  const project = await loadProject(db, actor, channel.project_id);
  return { ...permit(actor, action, project), target: `channel:${channel.id}` };
};

/**
 * Gives a channel a new key in place of all that it has. They are dead before the new one is made, so that old and new
 * never both work.
 * @param allowed_domains left out: the channel's
 * @throws ApiError `in_progress` where somebody else gave the channel a new key meanwhile; the old one is dead all the same
 */
export async function replaceChannelKey(
  bindings: InvalidationSources & KeyBindings,
  secrets: RotatingSecret,
  actor: Actor,
  channel: Channel,
  allowed_domains: string[] = channel.allowed_domains,
): Promise<{ minted: MintedKey; key_id: number }> {
  const { DB } = bindings;
  const limits = await keyBefore(DB, channel);
  const dying = await listChannelKeys(DB, channel.id);
  const next = { dying, allowed_domains, limits, old_until: null };
  const made = await nextGeneration(bindings, secrets, actor, "channel.regenerate", channel, next);
  // Keys that the channel was given meanwhile.
  await revokeEach(bindings, async () => (await listChannelKeys(DB, channel.id)).filter(({ id }) => id < made.key_id));
  return made;
}

/** The channel's key, or the last one it had: where all are revoked, a new one works from no more origins than that. */
const keyBefore = (db: D1Database, { id, key_id }: Channel) =>
  key_id === null ? findNewestChannelKey(db, id) : findKey(db, key_id, null);

type Limits = { minute_limit: number; day_limit: number };

/** A key like the one before it, but for the domains where others are given. */
const nextKey = (channel: Channel, minted: MintedKey, old: Limits | null, allowed_domains?: string[]) =>
  channelKey(channel, minted, {
    allowed_domains: allowed_domains ?? channel.allowed_domains,
    minute_limit: old?.minute_limit,
    day_limit: old?.day_limit,
  });

/**
 * Gives a channel a second key beside those it has: all work until the owner revokes the old ones. Its script keeps its own.
 * @returns the new key's id
 */
export async function addKeyToChannel(
  db: D1Database,
  actor: Actor,
  channel: Channel,
  minted: MintedKey,
  allowed_domains?: string[],
): Promise<number> {
  const fields = nextKey(channel, minted, await keyBefore(db, channel), allowed_domains);
  const { allowed_domains: domains } = fields;
  const record = { ...(await recordOf(db, actor, channel, "channel.add_key")), change: { allowed_domains: domains } };
  const key = await change<{ id: number }>(db, record, addChannelKey(db, fields, channel, null, Date.now()), {
    project_id: channel.project_id,
    // A channel whose keys are all revoked has it as its own.
    with: channel.key_id === null ? [setChannelKey(db, channel, minted.key_hash)] : [],
  });
  if (!key) throw new ApiError("channel_not_found");
  return key.id;
}

/**
 * Renames, pauses or moves a channel. Once this has returned, no request with its keys passes by the old rules.
 * @param agent the agent that its keys are to work with from now on
 * @param script other domains of its script, and for how long the key before still works
 */
export async function changeChannel(
  bindings: InvalidationSources & KeyBindings,
  actor: Actor,
  channel: Channel,
  patch: Omit<ChannelChange, "agent_id">,
  agent?: Pick<Agent, "id" | "project_id">,
  script?: { secrets: RotatingSecret; allowed_domains: string[]; keep_old_seconds: number },
): Promise<Channel> {
  const { DB } = bindings;
  if (agent) requireSameProject(agent, channel.project_id);
  // What begins with other domains was asked for as a whole, before an old key died.
  let begun = false;
  if (script) {
    const { secrets, allowed_domains, keep_old_seconds } = script;
    begun = await changeDomains(bindings, secrets, actor, channel, allowed_domains, keep_old_seconds);
  }
  const changes = { ...patch, ...(agent && { agent_id: agent.id }) };
  if (!script || Object.values(changes).some((value) => value !== undefined)) {
    const about = channelDifference(channel, changes);
    const record = { ...(await recordOf(DB, actor, channel, "channel.update")), ...about };
    const touch = { gates: bindings, projects: touchProject(DB, channel.project_id, Date.now()) };
    const also = { with: [moveChannelKeys(DB, channel.id)], touch, begun };
    if (!(await change(DB, record, updateChannel(DB, channel.id, changes), also)))
      throw new ApiError("channel_not_found");
  }
  await reloadGates(bindings, channel.id);
  const shown = await findChannel(DB, channel.id, null);
  if (!shown) throw new ApiError("channel_not_found");
  return shown;
}

/** Has the gates of a channel's keys read their rule from D1 anew. */
async function reloadGates(bindings: InvalidationSources & KeyBindings, channel_id: number): Promise<void> {
  const gates = await listChannelGates(bindings.DB, channel_id);
  await Promise.all(
    gates.map(async (key_hash) => {
      const loaded = await loadKeyForGate(bindings.DB, key_hash, Date.now());
      if (loaded) await callGate(bindings, key_hash, (gate) => gate.load(loaded.policy, loaded.project_version));
      if (loaded?.policy.paused) await endUnbegun(bindings, loaded.policy);
      denialCache.forget(key_hash);
    }),
  );
}

/** Its keys are dead before it is gone. */
export async function removeChannel(
  bindings: InvalidationSources & KeyBindings,
  actor: Actor,
  channel: Channel,
): Promise<void> {
  const { DB } = bindings;
  const live = await listChannelKeys(DB, channel.id);
  const record = await recordOf(DB, actor, channel, "channel.delete");
  const now = Date.now();
  await Promise.all(live.map((key) => killKey(bindings, key, now)));
  await change(DB, record, markChannelDeleted(DB, channel.id, now), {
    with: live.map(({ id }) => markRevoked(DB, id, now)),
  });
  // Keys that it was given meanwhile.
  await revokeEach(bindings, () => listChannelKeys(DB, channel.id));
}
