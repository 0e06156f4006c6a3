import type { Actor } from "../actor.ts";
import { audit, change } from "../change.ts";
import { ApiError } from "../http/errors.ts";
import type { InvalidationSources } from "../invalidate.ts";
import { derivedBody, type MintedKey, mintKey } from "../keys/api-key.ts";
import { type Action, permit } from "../permissions.ts";
import { expireDerivedKeys, isGenerationRevoked, setDomains, setGeneration } from "../storage/channel-scripts.ts";
import { type Channel, channelDifference } from "../storage/channels.ts";
import { type ApiKey, addChannelKey, listChannelKeys, markRevoked, type NewKey } from "../storage/keys.ts";
import { touchProject } from "../storage/projects.ts";
import type { RotatingSecret } from "../variables.ts";
import { channelKey } from "./channel-key.ts";
import { loadProject } from "./load.ts";
import { type KeyBindings, killKey } from "./revoke-keys.ts";

/** The key of a channel's script: made again whenever it is needed, so that nothing readable is kept. */
export const deriveChannelKey = async (
  secret: string,
  { public_id }: Pick<Channel, "public_id">,
  generation: number,
): Promise<MintedKey> => mintKey(secret, await derivedBody(secret, `channel ${public_id}, ${generation}`));

/** What the next key takes over from the one before it. */
type Limits = { minute_limit?: number | undefined; day_limit?: number | undefined } | null;

export const derivedKeyOf = (channel: Channel, minted: MintedKey, limits: Limits, domains?: string[]): NewKey =>
  channelKey(channel, minted, {
    allowed_domains: domains ?? channel.allowed_domains,
    minute_limit: limits?.minute_limit,
    day_limit: limits?.day_limit,
  });

/** These keys and the present derived one are dead, the latter also where no page has asked for it yet. */
async function revokeGeneration(
  bindings: KeyBindings,
  secrets: RotatingSecret,
  channel: Channel,
  keys: ApiKey[],
  now: number,
): Promise<void> {
  const present = await Promise.all(secrets.map((secret) => deriveChannelKey(secret, channel, channel.generation)));
  const hashes = new Set([...present, ...keys].map(({ key_hash }) => key_hash));
  await Promise.all([...hashes].map((key_hash) => killKey(bindings, { key_hash }, now)));
}

const recordOf = async (db: D1Database, actor: Actor, action: Action, channel: Channel, allowed_domains: string[]) => ({
  ...permit(actor, action, await loadProject(db, actor, channel.project_id)),
  target: `channel:${channel.id}`,
  ...channelDifference(channel, { allowed_domains }),
});

interface Next {
  /** Keys that end with it. */
  dying: ApiKey[];
  allowed_domains: string[];
  limits: Limits;
  /** Until when the derived keys before it still work, unix ms; `null` where they are dead already. */
  old_until: number | null;
}

/**
 * Moves a channel to its next generation. Where no old key goes on they are dead before it, and that is counted before they
 * die: of many at once none kills a key that may not.
 * @returns the next key and its id
 * @throws ApiError `in_progress` where somebody else moved it meanwhile
 */
export async function nextGeneration(
  bindings: InvalidationSources & KeyBindings,
  secrets: RotatingSecret,
  actor: Actor,
  action: "channel.regenerate" | "channel.update",
  channel: Channel,
  { dying, allowed_domains, limits, old_until }: Next,
): Promise<{ minted: MintedKey; key_id: number }> {
  const { DB } = bindings;
  const record = await recordOf(DB, actor, action, channel, allowed_domains);
  const noted = old_until === null;
  if (noted) {
    await audit(DB, record);
    await revokeGeneration(bindings, secrets, channel, dying, Date.now());
  }
  const generation = channel.generation + 1;
  const minted = await deriveChannelKey(secrets[0], channel, generation);
  const key = derivedKeyOf(channel, minted, limits, allowed_domains);
  const now = Date.now();
  const added = addChannelKey(DB, key, channel, { generation, channel_has: channel.generation }, now);
  const made = await change<{ id: number }>(DB, record, added, {
    with: [
      setGeneration(DB, channel, minted.key_hash, allowed_domains),
      ...dying.map(({ id }) => markRevoked(DB, id, now)),
      ...(noted ? [] : [expireDerivedKeys(DB, channel.id, generation, old_until)]),
    ],
    touch: { gates: bindings, projects: touchProject(DB, channel.project_id, now) },
    noted,
  });
  if (!made) throw new ApiError("in_progress");
  return { minted, key_id: made.id };
}

const sameList = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((domain) => other.includes(domain));

/**
 * Gives a channel's script other domains, by a new generation of its key. Keys that were handed out stay as they are. A
 * script whose key was revoked goes on refusing.
 * @returns whether anything changed
 */
export async function changeDomains(
  bindings: InvalidationSources & KeyBindings,
  secrets: RotatingSecret,
  actor: Actor,
  channel: Channel,
  allowed_domains: string[],
  keep_old_seconds: number,
): Promise<boolean> {
  if (sameList(channel.allowed_domains, allowed_domains)) return false;
  const { DB } = bindings;
  if (await isGenerationRevoked(DB, channel)) {
    const record = await recordOf(DB, actor, "channel.update", channel, allowed_domains);
    await change(DB, record, setDomains(DB, channel.id, allowed_domains));
    return true;
  }
  const live = await listChannelKeys(DB, channel.id);
  const derived = live.filter(({ generation }) => generation !== null);
  const limits = live.find(({ id }) => id === channel.key_id) ?? live.at(-1) ?? null;
  const keeps = keep_old_seconds > 0;
  await nextGeneration(bindings, secrets, actor, "channel.update", channel, {
    dying: keeps ? [] : derived,
    allowed_domains,
    limits,
    old_until: keeps ? Date.now() + keep_old_seconds * 1000 : null,
  });
  return true;
}
