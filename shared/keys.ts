/** Permissions and domain restrictions of a key. Plain TypeScript. */

export const PERMISSIONS = ["widget:read", "widget:session", "widget:tools"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * What the gate object needs to judge a request with a key: the operator's decisions, none of its counters.
 * Times are unix milliseconds.
 */
export interface KeyPolicy {
  key_id: number;
  project_id: number;
  org_id: number | null;
  /** The agent that a channel's key is bound to. */
  agent_id: number | null;
  /** The website channel that the key belongs to; a gate that was loaded long ago may not know it. */
  channel_id?: number | null;
  permissions: Permission[];
  /** Normalised entries: origins (`https://shop.example`) and `*.example.com`; none allows any origin. */
  allowed_domains: string[];
  minute_limit: number;
  day_limit: number;
  /** Grows with every change of the key's channel; a key of no channel stays at 0. Older gates have none. */
  revision?: number;
  /** Whether the key's channel is paused: no request passes until it is resumed. */
  paused?: boolean;
  /** Whether the per-visitor limit stands in front of the key's (channel keys). */
  visitor_limited: boolean;
  /** Sessions that one visitor may have at a time on the key's channel, `null` for any number; older gates have none. */
  visitor_sessions?: number | null;
  revoked_at: number | null;
  /** When it ends although nobody revokes it; older gates have none. */
  expires_at?: number | null;
}
