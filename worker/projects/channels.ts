import type { Actor } from "../auth/actor.ts";
import type { MintedKey } from "../auth/keys/api-key.ts";
import { ApiError, ValidationError } from "../http/errors.ts";
import { type GateBindings, revokeAtGate } from "../objects/key-gate/client.ts";
import type { Agent } from "../storage/agents.ts";
import { auditIfChanged, auditInsert } from "../storage/audit.ts";
import { type Channel, insertChannel, setChannelKey } from "../storage/channels.ts";
import { findKey, insertChannelKey, markRevoked } from "../storage/keys.ts";
import { type Project, touchProject } from "../storage/projects.ts";
import { insertedRow, rowsOf } from "../storage/rows.ts";
import { channelKey } from "./channel-key.ts";
import { auditActor, loadProject } from "./load.ts";

/** A channel as an operator describes it. */
interface Fields {
  name: string;
  allowed_domains: string[];
  minute_limit?: number | undefined;
  day_limit?: number | undefined;
  daily_credit_cap?: number | null | undefined;
  daily_session_cap?: number | null | undefined;
}

/**
 * Makes a channel with this key.
 * @throws ValidationError where the agent belongs to another project
 */
export async function createChannel(
  db: D1Database,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  agent: Pick<Agent, "id" | "project_id">,
  minted: MintedKey,
  fields: Fields,
): Promise<Channel & { key_id: number }> {
  if (agent.project_id !== project.id)
    throw new ValidationError([
      { type: "value_error", loc: ["body", "agent_id"], msg: "Value error, Agent is not part of this project" },
    ]);
  const now = Date.now();
  const change = { ...fields, agent_id: agent.id };
  const { daily_credit_cap = null, daily_session_cap = null } = fields;
  const caps = { daily_credit_cap, daily_session_cap };
  const record = { ...auditActor(actor, project.org_id), action: "channel.create", change };
  const [made] = await db.batch([
    insertChannel(db, { project_id: project.id, name: fields.name, agent_id: agent.id, ...caps }, now),
    auditInsert(db, "channel", record, now),
  ]);
  const channel = insertedRow<Channel>(made);
  const [keyed] = await db.batch([
    insertChannelKey(db, channelKey(channel, minted, fields), channel.id, null, now),
    setChannelKey(db, channel.id, minted.key_hash),
    // Its caps are part of the project's snapshot; its key's gate asks for the newest when it is first used.
    touchProject(db, project.id, now),
  ]);
  return { ...channel, key_id: insertedRow<{ id: number }>(keyed).id };
}

/**
 * Gives a channel a new key. The old one is dead before the new one is made, so that they never both work.
 * @param allowed_domains left out: those of the old key
 * @returns the new key's id
 * @throws ApiError `in_progress` where somebody else gave the channel a new key meanwhile; the old one is dead all the same
 */
export async function replaceChannelKey(
  bindings: GateBindings & { DB: D1Database },
  actor: Actor,
  channel: Channel,
  minted: MintedKey,
  allowed_domains?: string[],
): Promise<number> {
  const { DB } = bindings;
  const old = channel.key_id === null ? null : await findKey(DB, channel.key_id, null);
  const domains = allowed_domains ?? old?.allowed_domains ?? [];
  const project = await loadProject(DB, actor, channel.project_id);
  const now = Date.now();
  if (old) await revokeAtGate(bindings, old.key_hash, old.revoked_at ?? now);
  const { minute_limit, day_limit } = old ?? {};
  const fields = channelKey(channel, minted, { allowed_domains: domains, minute_limit, day_limit });
  const record = {
    ...auditActor(actor, project.org_id),
    action: "channel.regenerate",
    target: `channel:${channel.id}`,
    change: { allowed_domains: domains },
  };
  const [made] = await DB.batch([
    insertChannelKey(DB, fields, channel.id, channel.key_id, now),
    auditIfChanged(DB, record, now),
    setChannelKey(DB, channel.id, minted.key_hash),
    ...(old ? [markRevoked(DB, old.id, now)] : []),
  ]);
  const key = rowsOf<{ id: number }>(made)[0];
  if (!key) throw new ApiError("in_progress");
  return key.id;
}
