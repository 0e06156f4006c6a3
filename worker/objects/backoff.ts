/**
 * How long to wait after a failure, twice as long after each further one; milliseconds.
 * @param failures in a row before this one
 */
export const backoff = (failures: number, first = 1_000, longest = 300_000): number =>
  Math.min(longest, first * 2 ** failures);
