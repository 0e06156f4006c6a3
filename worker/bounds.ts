import { BOUNDS, type BoundedAction } from "../shared/limits.ts";
import type { Actor } from "./actor.ts";
import { ApiError } from "./http/errors.ts";
import { type AuditRecord, auditStatement } from "./storage/audit.ts";
import {
  guardNumber,
  guardRate,
  isNumberReached,
  type NumberBound,
  type RateBound,
  untilRoom,
} from "./storage/bounds.ts";

/** Whose the new thing is. */
interface Owner {
  org_id: number | null;
  project_id?: number;
}

function numberBound(actor: Actor, action: BoundedAction, { org_id, project_id }: Owner): NumberBound | null {
  const bound = BOUNDS[action];
  if (!("most" in bound)) return null;
  const owner_id = { service: null, organization: org_id, project: project_id ?? null }[bound.of];
  return { noun: bound.noun, owner_id, most: actor.kind === "operator" ? bound.of_operator : bound.most };
}

/** Only what an organization's tokens do is counted. */
function rateBound(actor: Actor, action: BoundedAction): RateBound | null {
  const bound = BOUNDS[action];
  if (actor.kind === "operator" || !("hour" in bound)) return null;
  return { action, org_id: actor.org_id, hour: bound.hour };
}

const sentence = ({ noun, most }: NumberBound, action: BoundedAction): string => {
  const bound = BOUNDS[action];
  const owner =
    "of" in bound ? { service: "The service", organization: "An organization", project: "A project" }[bound.of] : "";
  const remedy = noun === "keys" || noun === "tokens" ? "revoke" : "delete";
  return `${owner} may have ${most.toLocaleString("en")} ${noun}; ${remedy} one that is no longer used`;
};

const tooOften = ({ hour }: RateBound, action: BoundedAction, wait: number): ApiError =>
  new ApiError("changes_limited", {
    detail: `An organization's tokens may do this (${action}) ${hour.toLocaleString("en")} times an hour; try again as Retry-After says`,
    headers: { "Retry-After": String(Math.max(1, Math.ceil(wait / 1000))) },
  });

/**
 * Asks for room in each hour before anything is made, for what takes more than one transaction.
 * @throws ApiError `changes_limited`
 */
export async function requireRate(db: D1Database, actor: Actor, actions: BoundedAction[]): Promise<void> {
  const now = Date.now();
  for (const action of actions) {
    const rate = rateBound(actor, action);
    const wait = rate && (await untilRoom(db, rate, now));
    if (rate && wait !== null) throw tooOften(rate, action, wait);
  }
}

/**
 * Runs a batch, which holds the action's audit entry, if what it makes is within the bounds. They are asked in the same
 * transaction: of two at once the second finds what the first has made.
 * @returns the results of the statements given
 * @throws ApiError `limit_reached`, `changes_limited`
 */
export async function batchWithin(
  db: D1Database,
  actor: Actor,
  action: BoundedAction,
  owner: Owner,
  statements: D1PreparedStatement[],
): Promise<D1Result[]> {
  const now = Date.now();
  const number = numberBound(actor, action, owner);
  const rate = rateBound(actor, action);
  const guards = [...(number ? [guardNumber(db, number)] : []), ...(rate ? [guardRate(db, rate, now)] : [])];
  try {
    return (await db.batch([...guards, ...statements])).slice(guards.length);
  } catch (error) {
    if (number && (await isNumberReached(db, number)))
      throw new ApiError("limit_reached", { detail: sentence(number, action) });
    const wait = rate && (await untilRoom(db, rate, now));
    if (rate && wait !== null) throw tooOften(rate, action, wait);
    throw error;
  }
}

/** Writes the audit entry of what comes after it, if that is within its bound. @throws ApiError `changes_limited` */
export async function recordWithin(
  db: D1Database,
  actor: Actor,
  action: BoundedAction,
  record: AuditRecord,
): Promise<void> {
  await batchWithin(db, actor, action, { org_id: record.org_id }, [auditStatement(db, record, Date.now())]);
}
