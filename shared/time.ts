export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The day, by UTC, as `2026-07-01`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
