import { type Count, countIn, DAY_MS, MINUTE_MS } from "./window.ts";

/**
 * What a request is for. On a busy site those who look must not keep those who talk from talking, so a channel's key has
 * its limits once for each: for what a page needs to show the launcher and to count its views, for the events of running
 * sessions, and for everything else. Console keys have one room, as the specification says.
 */
export const ROOMS = ["talk", "page", "session"] as const;
export type Room = (typeof ROOMS)[number];

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
