import { BOUNDS, type BoundedAction, type OwnedNoun } from "../shared/limits.ts";
import type { Author } from "./actor.ts";
import { ApiError } from "./http/errors.ts";
import type { Permitted } from "./permissions.ts";
import { type Authority, guardAuthority, lostAuthority } from "./storage/authority.ts";
import {
  guardNumber,
  guardRate,
  isNumberReached,
  type NumberBound,
  type RateBound,
  untilRoom,
} from "./storage/bounds.ts";

type Bound = { of: "service" | "organization" | "project"; noun: OwnedNoun; most: number; of_operator: number };

/** What bounds an action, of those that are bounded. */
const boundOf = (action: string) => (BOUNDS as Record<string, Partial<Bound & { hour: number }> | undefined>)[action];
const orgOf = (actor: Author): number | null =>
  actor !== "service" && actor.kind === "organization" ? actor.org_id : null;

function numberBound({ actor, action, org_id }: Permitted, project_id: number | null): (NumberBound & Bound) | null {
  const bound = boundOf(action);
  if (!bound?.of) return null;
  const { most, ...rest } = bound as Bound;
  const owner_id = { service: null, organization: org_id, project: project_id }[rest.of];
  return { ...rest, owner_id, most: orgOf(actor) === null ? rest.of_operator : most };
}

/** Only what an organization's tokens do is counted. */
function rateBound(actor: Author, action: string): RateBound | null {
  const hour = boundOf(action)?.hour;
  const org_id = orgOf(actor);
  return hour && org_id !== null ? { action, org_id, hour } : null;
}

const OWNERS = { service: "The service", organization: "An organization", project: "A project" };

const full = ({ noun, of, most }: NumberBound & Pick<Bound, "of">): ApiError => {
  const remedy = noun === "keys" || noun === "tokens" ? "revoke" : "delete";
  return new ApiError("limit_reached", {
    detail: `${OWNERS[of]} may have ${most.toLocaleString("en")} ${noun}; ${remedy} one that is no longer used`,
  });
};

const tooOften = ({ action, hour }: RateBound, wait: number): ApiError =>
  new ApiError("changes_limited", {
    detail: `An organization's tokens may do this (${action}) ${hour.toLocaleString("en")} times an hour; try again as Retry-After says`,
    headers: { "Retry-After": String(Math.max(1, Math.ceil(wait / 1000))) },
  });

/**
 * For what no transaction of D1 holds: asks whether its author still may, as one who was revoked while the body was under way may not.
 * @throws ApiError `operator_unauthorized`, `project_not_found`
 */
export async function requireAuthority(db: D1Database, authority: Authority): Promise<void> {
  const lost = await lostAuthority(db, authority);
  if (lost) throw new ApiError(lost === "project" ? "project_not_found" : "operator_unauthorized");
}

/**
 * The same, and asks for room in each hour before anything is made, for what takes more than one transaction.
 * @throws ApiError `changes_limited`, `operator_unauthorized`, `project_not_found`
 */
export async function requireRate(db: D1Database, authority: Authority, actions: BoundedAction[]): Promise<void> {
  const { actor } = authority;
  await requireAuthority(db, authority);
  const now = Date.now();
  for (const action of actions) {
    const rate = rateBound(actor, action);
    const wait = rate && (await untilRoom(db, rate, now));
    if (rate && wait !== null) throw tooOften(rate, wait);
  }
}

/**
 * Runs a batch, which holds the action's audit entry, if what it makes is within the bounds, and its author still may. Both
 * are checked in the same transaction: the second of two requests finds what the first has made, and a request that waited for its
 * body finds what was revoked or moved meanwhile.
 * @returns the results of the statements given
 * @throws ApiError `limit_reached`, `changes_limited`, `operator_unauthorized`, `project_not_found`
 */
export async function batchWithin(
  db: D1Database,
  permitted: Permitted,
  project_id: number | null,
  statements: D1PreparedStatement[],
): Promise<D1Result[]> {
  const now = Date.now();
  const number = numberBound(permitted, project_id);
  const rate = rateBound(permitted.actor, permitted.action);
  const guards = [
    ...guardAuthority(db, permitted),
    ...(number ? [guardNumber(db, number)] : []),
    ...(rate ? [guardRate(db, rate, now)] : []),
  ];
  try {
    return (await db.batch([...guards, ...statements])).slice(guards.length);
  } catch (error) {
    await requireAuthority(db, permitted);
    if (number && (await isNumberReached(db, number))) throw full(number);
    const wait = rate && (await untilRoom(db, rate, now));
    if (rate && wait !== null) throw tooOften(rate, wait);
    throw error;
  }
}
