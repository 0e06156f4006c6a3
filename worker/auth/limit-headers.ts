import type { KeyPolicy } from "../../shared/keys.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Counts } from "../objects/key-gate/rpc.ts";

const MINUTE_MS = 60_000;
const secondsToEnd = (length: number, now: number) => Math.max(1, Math.ceil((length - (now % length)) / 1000));

type Limits = Pick<KeyPolicy, "minute_limit" | "day_limit">;

/**
 * `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers: what is left and for how many seconds.
 * `Retry-After` is the seconds until a request can succeed again, 0 while something is left.
 */
export function setLimitHeaders(headers: Headers, limits: Limits, counts: Counts, now: number): void {
  headers.set("Retry-After", String(setRateLimit(headers, limits, counts, now)));
}

/** The same on an answer that may have its own `Retry-After`, as for busy lines: it keeps that. */
export function addLimitHeaders(headers: Headers, limits: Limits, counts: Counts, now: number): void {
  const seconds = setRateLimit(headers, limits, counts, now);
  if (!headers.has("Retry-After")) headers.set("Retry-After", String(seconds));
}

/** @returns seconds until a request can succeed again */
function setRateLimit(headers: Headers, limits: Limits, counts: Counts, now: number): number {
  const minute_left = Math.max(0, limits.minute_limit - counts.minute);
  const day_left = Math.max(0, limits.day_limit - counts.day);
  const minute_end = secondsToEnd(MINUTE_MS, now);
  const day_end = secondsToEnd(DAY_MS, now);
  headers.set("RateLimit-Policy", `"minute";q=${limits.minute_limit};w=60, "day";q=${limits.day_limit};w=86400`);
  headers.set("RateLimit", `"minute";r=${minute_left};t=${minute_end}, "day";r=${day_left};t=${day_end}`);
  return day_left === 0 ? day_end : minute_left === 0 ? minute_end : 0;
}
