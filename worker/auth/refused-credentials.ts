import { BoundedMap } from "../bounded-map.ts";
import { ApiError } from "../http/errors.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Variables } from "../variables.ts";
import { MinuteCounts, secondsLeft } from "./minute-counts.ts";
import { visitorOf } from "./visitor.ts";

/** Tokens and sign-ins that nobody has cost a look into D1 and count against no key: so many a minute of one visitor, in this isolate. */
const MOST_REFUSED = 300;
const refusals = new MinuteCounts();
/** Hashes of credentials that were good here lately: they are looked up whatever else their visitor sent. */
const good = new BoundedMap<string, true>(1_000);

/** Who sends credentials, `null` where that is not known and nobody is held back. */
export const senderOf = (context: RequestContext, variables: Variables): string | null =>
  variables.VISITOR_ADDRESS === "none" || variables.VISITOR_MINUTE_LIMIT === 0 ? null : visitorOf(context, variables);

/**
 * Looks a credential up in D1.
 * @throws ApiError `refused_too_often` for one that is not known here, from who sent too many that nobody has
 */
export async function lookUp<Found>(
  sender: string | null,
  credential_hash: string,
  find: () => Promise<Found | null>,
): Promise<Found | null> {
  const isKnown = good.get(credential_hash) === true;
  if (sender !== null && !isKnown && refusals.of(sender) >= MOST_REFUSED)
    throw new ApiError("refused_too_often", { headers: { "Retry-After": String(secondsLeft()) } });
  const found = await refusals.countRefused(sender, !isKnown, find, (credential) => credential === null);
  if (found !== null) good.set(credential_hash, true);
  return found;
}
