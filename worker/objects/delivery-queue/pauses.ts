/**
 * Seconds between attempts, each longer than the one before: a day and a quarter of an hour in all. If the attempt
 * after the last one fails, the delivery has failed.
 */
export const PAUSES: readonly number[] = [5, 20, 60, 180, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 37_800];
