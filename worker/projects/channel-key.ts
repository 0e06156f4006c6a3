import { PERMISSIONS } from "../../shared/keys.ts";
import { CHANNEL_KEY_LIMITS } from "../../shared/limits.ts";
import type { MintedKey } from "../keys/api-key.ts";
import type { Channel } from "../storage/channels.ts";
import type { NewKey } from "../storage/keys.ts";

/** A channel's key has all permissions, for the channel's agent only. */
export const channelKey = (
  channel: Pick<Channel, "project_id" | "name">,
  minted: MintedKey,
  own: { allowed_domains: string[]; minute_limit?: number | undefined; day_limit?: number | undefined },
): NewKey => ({
  key_hash: minted.key_hash,
  display: minted.display,
  secret_id: minted.secret_id,
  name: channel.name,
  project_id: channel.project_id,
  permissions: PERMISSIONS,
  allowed_domains: own.allowed_domains,
  minute_limit: own.minute_limit ?? CHANNEL_KEY_LIMITS.minute,
  day_limit: own.day_limit ?? CHANNEL_KEY_LIMITS.day,
  // The channel's own caps apply to all of its keys together.
  daily_credit_cap: null,
  daily_session_cap: null,
});
