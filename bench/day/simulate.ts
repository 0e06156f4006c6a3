import { HOUR_MS } from "../../shared/time.ts";
import { type Served, serveDay } from "./queue.ts";

/** What one call asks of a kind of thread: how often, and milliseconds of it each time. */
export interface Cost {
  turns: number;
  ms: number;
}

/** A thread that is busy for less than this part of its busiest hour is counted, not simulated: hardly anybody waits for it. */
const QUIET = 0.01;

export interface Simulated {
  /** By the projects' ranks; `null` where it is quiet. */
  threads: (Served | null)[];
  /** Expected at those that are quiet. */
  quiet: number;
}

/**
 * A day of all threads of a kind.
 * @param calls that begin in each hour, of all projects
 * @param shares of the calls that each thread has: 1 alone for a thread that all projects share
 */
export function simulate(
  { turns, ms }: Cost,
  calls: readonly number[],
  shares: readonly number[],
  random: () => number,
): Simulated {
  const result: Simulated = { threads: [], quiet: 0 };
  for (const share of shares) {
    const by_hour = calls.map((count) => count * share * turns);
    const quiet = (Math.max(...by_hour) * ms) / HOUR_MS < QUIET;
    if (quiet) result.quiet += by_hour.reduce((sum, arrivals) => sum + arrivals, 0);
    result.threads.push(quiet ? null : serveDay(by_hour, ms, random));
  }
  return result;
}
