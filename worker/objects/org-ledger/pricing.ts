/** Prices: whole credits, `rate` in credits per minute, charged by the second, both rounded up. */

/** Credits for `ms` milliseconds. */
export const cost = (rate: number, ms: number): number => Math.ceil((Math.ceil(Math.max(0, ms) / 1000) * rate) / 60);

/** Whole seconds that `credits` pay for: the most for which `cost` stays within them. */
export const affordable = (rate: number, credits: number): number =>
  rate === 0 ? Number.POSITIVE_INFINITY : Math.floor((credits * 60) / rate);
