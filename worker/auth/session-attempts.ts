import { BoundedMap } from "../bounded-map.ts";
import { ApiError } from "../http/errors.ts";

/** Requests a minute that one session's own secret or token may make in this isolate. */
const MOST = 60;
const MINUTE_MS = 60_000;

const attempts = new BoundedMap<string, { minute: number; count: number }>(5_000);

/**
 * Counts a request that a session's secret or token opens, which no key's limit counts. It asks no object, so a flood of them
 * reaches none.
 * @throws ApiError `too_many_attempts`
 */
export function countAttempt(session_id: string, now = Date.now()): void {
  const minute = Math.floor(now / MINUTE_MS);
  const known = attempts.get(session_id);
  const count = known?.minute === minute ? known.count + 1 : 1;
  attempts.set(session_id, { minute, count });
  if (count <= MOST) return;
  const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
  throw new ApiError("too_many_attempts", { headers: { "Retry-After": String(seconds) } });
}
