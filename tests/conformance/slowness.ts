import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

/** The share of the last ten seconds in which some program waited for a processor; Linux counts it, else 0. */
function waiting(): number {
  try {
    const [, percent] = /^some avg10=([\d.]+)/m.exec(readFileSync("/proc/pressure/cpu", "utf8")) ?? [];
    return Number(percent ?? 0) / 100;
  } catch {
    return 0;
  }
}

/** How many times as long as on an idle machine something takes now: at least 1. The load alone is an average of a minute. */
export const slowness = (): number =>
  Math.max(1, (loadavg()[0] ?? 0) / availableParallelism(), 1 / (1 - Math.min(waiting(), 0.9)));
