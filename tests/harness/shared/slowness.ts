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

/** What `work` takes of the processor that the limits of the tests were measured on, milliseconds. */
const WORK_MS = 22;

function work(): number {
  const began = process.cpuUsage();
  let number = 1;
  for (let step = 0; step < 20_000_000; step++) number = (Math.imul(number, 1_664_525) + 1_013_904_223) | 0;
  const { user, system } = process.cpuUsage(began);
  // Or else it need not be computed.
  return (user + system) / 1_000 + (number === 0 ? 1 : 0);
}

/** How many times as long this processor takes, whoever else uses it: measured once for each file. */
const ofProcessor = Math.min(work(), work(), work()) / WORK_MS;

/** How many times as long as on that machine, and an idle one, something takes now: at least 1. The load alone is an average of a minute. */
const slowness = (): number =>
  Math.max(1, ofProcessor) *
  Math.max(1, (loadavg()[0] ?? 0) / availableParallelism(), 1 / (1 - Math.min(waiting(), 0.9)));

/** A limit for that machine; a slower or busier one is given up to `most`. */
export const limit = (ms: number, most: number) => Math.min(most, ms * slowness());
