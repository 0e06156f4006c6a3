import type { NearPassage } from "../objects/passage-vectors/rpc.ts";

/**
 * The nearest passage counts as standing out from so many standard deviations above all passages: every passage is near to some
 * questions, and to a model that hardly knows the question's language all passages are near.
 */
const LEAST = 2;

/**
 * How clearly the nearest passage stands out, 0 to 1: 1 from one standard deviation above the least on. Among few less is
 * enough: of `n` passages the first can stand out by the square root of `n` - 1 at most.
 * @param near the nearest of all passages
 */
export function clearness(near: readonly NearPassage[]): number {
  if (near.length === 1) return 1;
  const least = Math.min(LEAST, Math.sqrt(Math.max(0, near.length - 1)) / 2);
  const most = near.reduce((largest, { stands_out }) => Math.max(largest, stands_out), 0);
  return Math.max(0, Math.min(1, most - least));
}
