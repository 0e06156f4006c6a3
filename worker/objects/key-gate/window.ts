export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Accepted requests of one UTC window; `window` is its number since 1970. */
export interface Count {
  window: number;
  accepted: number;
}

/**
 * The count of the window that the clock stands in: the same object while it lasts, a new one at 0 after it.
 * A clock that steps back over the edge by less than a window (an object moved to another machine) finds the counts of
 * the newer window, so that no request is admitted twice over.
 */
export function currentCount(count: Count, now: number, length: number): Count {
  const window = Math.floor(now / length);
  const steppedBack = window === count.window - 1;
  return window === count.window || steppedBack ? count : { window, accepted: 0 };
}
