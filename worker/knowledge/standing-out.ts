import type { NearPassage } from "../objects/passage-vectors/rpc.ts";

/**
 * Standard deviations above all passages from which on it counts that the nearest one stands out: every passage is near to
 * some questions, and a model that is asked in a language it hardly knows is near to all.
 */
const LEAST = 2;

/**
 * How clearly the nearest passage stands out, 0 to 1: whole from one standard deviation above the least on. Among few less is
 * enough: of `n` passages the first can stand out by the square root of `n` - 1 at most.
 * @param near the nearest of all passages
 */
export function clearness(near: readonly NearPassage[]): number {
  if (near.length === 1) return 1;
  const least = Math.min(LEAST, Math.sqrt(Math.max(0, near.length - 1)) / 2);
  const most = near.reduce((largest, { stands_out }) => Math.max(largest, stands_out), 0);
  return Math.max(0, Math.min(1, most - least));
}
