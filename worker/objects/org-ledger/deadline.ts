import {
  CONTINUE_SECONDS,
  LEASE_SECONDS,
  LEFT_PAGE_SECONDS,
  PERSON_SECONDS,
  RESERVE_SECONDS,
} from "../../../shared/limits.ts";
import type { Lease } from "./lease.ts";
import { affordable } from "./pricing.ts";

type Cause = "never_connected" | "left" | "silence" | "max_duration" | "credit";

/** When a live lease ends if no further event comes, in unix milliseconds, and why. */
export interface Deadline {
  at: number;
  cause: Cause;
}

/** From when on a session's time is counted and charged, unix milliseconds. */
const runsFrom = (lease: Lease): number => (lease.connected_at ?? lease.started_at) + (lease.person_ms ?? 0);

/** Milliseconds with the agent until `at`: while a person has the session they stand still. */
export const usedMs = (lease: Lease, at: number): number =>
  Math.min(at, lease.with_person_since ?? at) - runsFrom(lease);

/** Milliseconds with people until `at`. */
export const personMs = (lease: Lease, at: number): number =>
  (lease.person_ms ?? 0) + Math.max(0, at - (lease.with_person_since ?? at));

/** Whether the session may be gone on with: it runs, or its page was left a moment ago. */
export const mayGoOn = ({ ended_at, end_reason }: Lease, now: number): boolean =>
  ended_at === null || (end_reason === "visitor_left" && now - ended_at <= CONTINUE_SECONDS * 1000);

export function deadline(lease: Lease): Deadline {
  if (lease.with_person_since !== undefined)
    return { at: lease.with_person_since + PERSON_SECONDS * 1000, cause: "max_duration" };
  const from = runsFrom(lease);
  const longest: Deadline = { at: from + lease.max_duration_seconds * 1000, cause: "max_duration" };
  const paid = from + affordable(lease.rate, lease.reserved) * 1000;
  const [other]: Deadline[] =
    lease.connected_at === null
      ? // Its signs of life, if any, have put the end of its reservation off; at rate 0 there is no such end.
        [{ at: Math.min(paid, (lease.last_sign_at ?? from) + RESERVE_SECONDS * 1000), cause: "never_connected" }]
      : [
          ...(lease.left_at === undefined
            ? []
            : [{ at: lease.left_at + LEFT_PAGE_SECONDS * 1000, cause: "left" as const }]),
          { at: (lease.last_sign_at ?? from) + LEASE_SECONDS * 1000, cause: "silence" as const },
          { at: paid, cause: "credit" as const },
        ].sort((a, b) => a.at - b.at);
  return other && other.at < longest.at ? other : longest;
}

/**
 * The order in which leases expire. It has no ties and depends on stored values alone: otherwise charges would get other numbers
 * after the object was evicted.
 */
export const byDeadline = (a: Lease, b: Lease): number =>
  deadline(a).at - deadline(b).at || a.started_at - b.started_at || (a.session_id < b.session_id ? -1 : 1);
