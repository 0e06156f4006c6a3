import { DAY_MS } from "../../../shared/time.ts";
import type { DeliveryState } from "../../../shared/webhooks.ts";
import { PAUSES } from "./pauses.ts";
import type { PostResult } from "./rpc.ts";

/** A webhook whose attempts all failed for this long is switched off. Milliseconds. */
export const SWITCH_OFF_AFTER = 3 * DAY_MS;

/** A receiver may ask for no longer pause, seconds: an event of a day ago is of little use. */
const LONGEST_WAIT = 86_400;

/** The status of an address that no longer exists. */
const GONE = 410;

/** The state of the webhook as a whole. */
export interface Health {
  active: boolean;
  /** The first failure since the last success, unix milliseconds. */
  failing_since: number | null;
}

export interface AttemptInfo {
  /** Attempts so far, this one among them. */
  attempts: number;
  /** A test: there is no second attempt, and the webhook's health does not depend on it. */
  once: boolean;
}

export interface AttemptOutcome {
  status: DeliveryState;
  /** Unix milliseconds, `null` where there is no other attempt. */
  next_attempt_at: number | null;
  health: Health;
  switched_off: boolean;
}

/** How long the receiver asks to be left alone, as far as that is heeded; seconds. */
export const askedPause = ({ retry_after = 0 }: PostResult): number => Math.min(retry_after, LONGEST_WAIT);

/** What one attempt means for its delivery and its webhook. */
export function outcomeOf(attempt: AttemptInfo, health: Health, result: PostResult, now: number): AttemptOutcome {
  if (result.detail === null) {
    const healthy = attempt.once ? health : { ...health, failing_since: null };
    return { status: "delivered", next_attempt_at: null, health: healthy, switched_off: false };
  }
  const failing_since = attempt.once ? health.failing_since : (health.failing_since ?? now);
  const hopeless = failing_since !== null && now - failing_since >= SWITCH_OFF_AFTER;
  const off = result.status === GONE || (hopeless && !attempt.once);
  const pause = PAUSES[attempt.attempts - 1];
  const again = health.active && pause !== undefined && !result.final && !attempt.once && !off;
  return {
    status: again ? "pending" : "failed",
    next_attempt_at: again ? now + Math.max(pause, askedPause(result)) * 1000 : null,
    health: { active: health.active && !off, failing_since },
    switched_off: health.active && off,
  };
}
