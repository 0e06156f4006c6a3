/** The most rows that are handled without a pause, in a publication, in follow-ups, in a deletion. */
export const BATCH = 200;

const LEAST_MS = 10;
const LONGEST_MS = 250;

/**
 * Waits after a piece of much work as long as that took. On one machine all objects share a thread, which looks for
 * requests and timers only when no object has anything to do.
 * @param began unix milliseconds
 */
export const rest = (began: number): Promise<void> =>
  scheduler.wait(Math.min(LONGEST_MS, Math.max(LEAST_MS, Date.now() - began)));
