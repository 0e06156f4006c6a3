export const MINUTE_MS = 60_000;

/** Accepted requests of one UTC window; `window` is its number since 1970. */
export interface Count {
  window: number;
  accepted: number;
}

/**
 * The count of the current window: the same object while the window lasts, then a new one at 0. If the clock steps back
 * into the previous window (an object moved to another machine), the newer window's count goes on, so that the limit is
 * not granted twice.
 */
export function currentCount(count: Count, now: number, length: number): Count {
  const window = Math.floor(now / length);
  const steppedBack = window === count.window - 1;
  return window === count.window || steppedBack ? count : { window, accepted: 0 };
}
