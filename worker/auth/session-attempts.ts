import { MinuteCounts, overTheMinute } from "./minute-counts.ts";

/** Requests a minute that one session's own secret or token may make in an isolate. */
const MOST = 60;

const attempts = new MinuteCounts();

/**
 * Counts a request that a session's secret or token opens, which no key's limit counts. It asks no object, so a flood of them
 * reaches none.
 * @throws ApiError `too_many_attempts`
 */
export function countAttempt(session_id: string): void {
  if (attempts.add(session_id) <= MOST) return;
  throw overTheMinute("too_many_attempts");
}
