import { DAY_MS } from "../../../shared/time.ts";
import type { Bucket } from "./rpc.ts";
import { type Count, currentCount, MINUTE_MS } from "./window.ts";

export const BUCKETS: readonly Bucket[] = ["talk", "page", "session"];

/** Accepted requests of the running minute and day in one bucket. */
export interface BucketCounts {
  minute: Count;
  day: Count;
}

export const noCounts = (): BucketCounts => ({
  minute: { window: 0, accepted: 0 },
  day: { window: 0, accepted: 0 },
});

/** The counts of the current minute and day. */
export const currentCounts = ({ minute, day }: BucketCounts, now: number): BucketCounts => ({
  minute: currentCount(minute, now, MINUTE_MS),
  day: currentCount(day, now, DAY_MS),
});
