import type { KeyPolicy } from "../../shared/keys.ts";
import type { Counts } from "../objects/key-gate/contract.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const secondsToEnd = (length: number, now: number) => Math.max(1, Math.ceil((length - (now % length)) / 1000));

/**
 * `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers: what is left and for how many seconds.
 * `Retry-After` says in how many seconds the next request has a chance: 0 while something is left.
 */
export function limitHeaders(
  limits: Pick<KeyPolicy, "minute_limit" | "day_limit">,
  counts: Counts,
  now: number,
): Record<string, string> {
  const left = (limit: number, count: number) => Math.max(0, limit - count);
  const spent = (limit: number, count: number) => left(limit, count) === 0;
  const wait = spent(limits.day_limit, counts.day)
    ? secondsToEnd(DAY_MS, now)
    : spent(limits.minute_limit, counts.minute)
      ? secondsToEnd(MINUTE_MS, now)
      : 0;
  return {
    "Retry-After": String(wait),
    "RateLimit-Policy": `"minute";q=${limits.minute_limit};w=60, "day";q=${limits.day_limit};w=86400`,
    RateLimit:
      `"minute";r=${left(limits.minute_limit, counts.minute)};t=${secondsToEnd(MINUTE_MS, now)}, ` +
      `"day";r=${left(limits.day_limit, counts.day)};t=${secondsToEnd(DAY_MS, now)}`,
  };
}
