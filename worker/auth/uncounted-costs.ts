import { type Actor, actorName } from "../actor.ts";
import { MinuteCounts, overTheMinute } from "./minute-counts.ts";

/** How often a minute a token may do each of these, in this isolate. */
const MOST = 300;
const counts = new MinuteCounts();

/**
 * Counts what writes into the database of all organizations, or asks a model that the operator pays for, and is in no audit log, whose
 * entries bound everything else. Whoever operates the service and may change it is not counted.
 * @param what in words for the caller, e.g. `signed in`
 * @throws ApiError `refused_too_often`
 */
export function countUncounted(actor: Actor, what: string): void {
  if (actor.kind === "operator" && actor.role !== "read_only") return;
  if (counts.add(`${actorName(actor)} ${what}`) <= MOST) return;
  throw overTheMinute("refused_too_often", `This token ${what} ${MOST} times in a minute; wait for the next`);
}
