import { type HoursState, hoursAt } from "../../shared/hours-clock.ts";
import { ApiError } from "../http/errors.ts";
import type { ProjectSnapshot } from "../storage/snapshots.ts";

/** The state of each snapshot, which holds until the hours next open or close. */
const known = new WeakMap<ProjectSnapshot, HoursState & { from: number }>();

/** Whether the project is open now, and when it opens next. */
export function hoursOf(snapshot: ProjectSnapshot, now: number): HoursState {
  const state = known.get(snapshot);
  if (state && now >= state.from && now < state.until) return state;
  const made = { ...hoursAt(snapshot.hours ?? null, now), from: now };
  known.set(snapshot, made);
  return made;
}

/** @throws ApiError outside of opening hours, if the owner chose what visitors see then */
export function checkHours(snapshot: ProjectSnapshot, now: number): void {
  if (snapshot.hours?.closed && !hoursOf(snapshot, now).open) throw new ApiError("outside_hours");
}
