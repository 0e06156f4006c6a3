import type { KeyPolicy } from "../../../shared/keys.ts";
import { MIN_VISITOR_MINUTE, VISITOR_SHARE } from "../../../shared/limits.ts";

/** Requests that one visitor may make with a channel's key in a UTC day: a fifth of the key's, but at least one. */
export const dayShare = ({ day_limit }: Pick<KeyPolicy, "day_limit">): number =>
  Math.max(1, Math.floor(day_limit * VISITOR_SHARE));

/**
 * Requests that one visitor may make with a channel's key in a UTC minute while the key has other visitors: the visitor
 * limit or a fifth of the key's own limit, whichever is less, but never less than a conversation needs.
 */
export const minuteShare = ({ minute_limit }: Pick<KeyPolicy, "minute_limit">, visitor_limit: number): number =>
  Math.min(visitor_limit, Math.max(MIN_VISITOR_MINUTE, Math.floor(minute_limit * VISITOR_SHARE)));
