const TRIES = 6;

export interface Comparison {
  /** How many times as much the one takes as the other. */
  times: number;
  /** What the one takes, milliseconds of the processor. */
  ms: number;
}

function took(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Compares what two works take of the processor. Either is measured by turns, and the least of each counts, since whatever else
 * runs on the machine only adds to it; it ends as soon as the answer is known.
 * @param most that is expected of `times`
 * @param little_ms what is too little to be compared: `times` is 0 then
 */
export function compareWork(one: () => unknown, other: () => unknown, most: number, little_ms = 0): Comparison {
  let ms = took(one);
  let least = Number.POSITIVE_INFINITY;
  let times = 0;
  for (let at = 0; ms > little_ms && at < TRIES; at++) {
    least = Math.min(least, took(other));
    times = ms / Math.max(least, 0.1);
    if (times <= most) return { times, ms };
    ms = Math.min(ms, took(one));
  }
  return { times: ms > little_ms ? times : 0, ms };
}

/** The least that a work takes of the processor in a few tries, milliseconds. */
export const leastWork = (work: () => unknown): number => Math.min(...Array.from({ length: 3 }, () => took(work)));
