import { BoundedMap } from "../bounded-map.ts";
import { memoryOf } from "../memory-of.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import { findChannelScript } from "../storage/channel-scripts.ts";
import { setChannelKey } from "../storage/channels.ts";
import { addChannelKey, findKeyByHash } from "../storage/keys.ts";
import { touchProject } from "../storage/projects.ts";
import { readVariables, type Variables } from "../variables.ts";
import { deriveChannelKey, derivedKeyOf } from "./channel-generations.ts";

/** `ch_` and at least 110 random bits: 24 base62 characters, or 32 hex digits where the database made it. */
const PUBLIC_ID = /^ch_[0-9A-Za-z]{20,40}$/;
export const isChannelName = (name: string): boolean => name.startsWith("ch_");

export interface ScriptKey {
  key: string;
  key_hash: string;
}

/** What this isolate found lately. It may be an earlier generation's: the gate then refuses it, or says that it ends. */
const known = memoryOf((_: Variables) => new BoundedMap<string, ScriptKey>(2_000));

/** What this isolate knows by itself. */
export const knownScriptKey = (bindings: { DB: D1Database }, public_id: string): ScriptKey | null =>
  known(readVariables(bindings)).get(public_id) ?? null;

/**
 * The key of a channel's script, by the newest secret. It is stored when the script is first asked for: of channels of
 * an earlier version, and after a rotation of the secret.
 * @param fresh asks D1 also where this isolate knows one
 * @returns `null` for a channel that is unknown or deleted, or whose key was revoked
 */
export async function findScriptKey(
  bindings: { DB: D1Database },
  public_id: string,
  fresh: boolean,
): Promise<ScriptKey | null> {
  if (!PUBLIC_ID.test(public_id)) return null;
  const variables = readVariables(bindings);
  const scripts = known(variables);
  const before = scripts.get(public_id);
  if (before && !fresh) return before;
  const { DB } = bindings;
  const script = await findChannelScript(DB, public_id);
  if (!script || script.revoked) return null;
  const { channel } = script;
  const minted = await deriveChannelKey(variables.KEY_SECRET[0], channel, channel.generation);
  if (!(await findKeyByHash(DB, minted.key_hash))) {
    const limits = { minute_limit: script.minute_limit ?? undefined, day_limit: script.day_limit ?? undefined };
    const now = Date.now();
    const { generation } = channel;
    await DB.batch([
      addChannelKey(DB, derivedKeyOf(channel, minted, limits), channel, { generation, channel_has: generation }, now),
      setChannelKey(DB, channel, minted.key_hash),
      touchProject(DB, channel.project_id, now),
    ]);
    denialCache.forget(minted.key_hash);
  }
  const { key, key_hash } = minted;
  scripts.set(public_id, { key, key_hash });
  return { key, key_hash };
}
