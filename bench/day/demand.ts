/** Who calls when: arrivals by the hour, and how they spread over projects. */

const HOURS = 24;
const HOUR_SECONDS = 3_600;
/** When most call. */
const BUSIEST = 14;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Calls that begin in each hour: a bell around the early afternoon, so steep that as many begin in a second of its busiest hour
 * as asked for.
 * @param busiest calls that begin in a second of that hour: at least the average
 */
export function callsByHour(a_day: number, busiest: number): number[] {
  const hours = (steepness: number) => {
    const weights = Array.from({ length: HOURS }, (_, hour) =>
      Math.exp(steepness * (Math.cos((2 * Math.PI * (hour - BUSIEST)) / HOURS) - 1)),
    );
    return weights.map((weight) => (a_day * weight) / sum(weights));
  };
  let [flat, steep] = [0, 500];
  for (let step = 0; step < 60; step++) {
    const middle = (flat + steep) / 2;
    if ((hours(middle)[BUSIEST] ?? 0) < busiest * HOUR_SECONDS) flat = middle;
    else steep = middle;
  }
  return hours(flat);
}

/** What part of all calls each project has, by Zipf's law: the second half of the first's, the third a third of it. */
export function sharesByZipf(projects: number): number[] {
  const parts = Array.from({ length: projects }, (_, index) => 1 / (index + 1));
  const whole = sum(parts);
  return parts.map((part) => part / whole);
}
