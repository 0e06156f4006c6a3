import { type HoursState, hoursAt } from "../../shared/hours-clock.ts";
import { ApiError } from "../http/errors.ts";
import { memoryOf } from "../memory-of.ts";
import type { ProjectSnapshot } from "../storage/snapshots.ts";

/** The state of each snapshot, which holds until the hours next open or close. */
const known = memoryOf((_: ProjectSnapshot): { state?: HoursState; from: number } => ({ from: 0 }));

/** Whether the project is open now, and when it opens next. */
export function hoursOf(snapshot: ProjectSnapshot, now: number): HoursState {
  const last = known(snapshot);
  if (last.state && now >= last.from && now < last.state.until) return last.state;
  last.state = hoursAt(snapshot.hours ?? null, now);
  last.from = now;
  return last.state;
}

/** @throws ApiError outside of opening hours, if the owner chose what visitors see then */
export function checkHours(snapshot: ProjectSnapshot, now: number): void {
  if (snapshot.hours?.closed && !hoursOf(snapshot, now).open) throw new ApiError("outside_hours");
}
