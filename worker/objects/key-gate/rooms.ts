import type { Room } from "./rpc.ts";
import { type Count, countIn, DAY_MS, MINUTE_MS } from "./window.ts";

export const ROOMS: readonly Room[] = ["talk", "page", "session"];

/** Accepted requests of the running minute and day in one room. */
export interface RoomCounts {
  minute: Count;
  day: Count;
}

export const noCounts = (): RoomCounts => ({
  minute: { window: 0, accepted: 0 },
  day: { window: 0, accepted: 0 },
});

/** The counts of the windows that the clock stands in. */
export const turned = ({ minute, day }: RoomCounts, now: number): RoomCounts => ({
  minute: countIn(minute, now, MINUTE_MS),
  day: countIn(day, now, DAY_MS),
});
