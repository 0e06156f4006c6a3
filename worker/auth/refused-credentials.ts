import { BoundedMap } from "../bounded-map.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Variables } from "../variables.ts";
import { MinuteCounts, overTheMinute } from "./minute-counts.ts";
import { visitorOf } from "./visitor.ts";

/** How many unknown tokens and sign-ins one sender may try in a minute, in this isolate: each costs a query of D1, and no key's limit counts it. */
const MOST_REFUSED = 300;
const refusals = new MinuteCounts();
/** Hashes of credentials that were valid here lately: they are looked up whatever else their sender tried. */
const good = new BoundedMap<string, true>(1_000);

/** Who sends the credential; `null` if that is unknown, and then nobody is held back. */
export const senderOf = (context: RequestContext, variables: Variables): string | null =>
  variables.VISITOR_ADDRESS === "none" || variables.VISITOR_MINUTE_LIMIT === 0 ? null : visitorOf(context, variables);

/**
 * Looks a credential up in D1.
 * @throws ApiError `refused_too_often` for a credential that is not known here, from a sender of too many unknown ones
 */
export async function lookUp<Found>(
  sender: string | null,
  credential_hash: string,
  find: () => Promise<Found | null>,
): Promise<Found | null> {
  const isKnown = good.get(credential_hash) === true;
  if (sender !== null && !isKnown && refusals.of(sender) >= MOST_REFUSED) throw overTheMinute("refused_too_often");
  const found = await refusals.countRefused(sender, !isKnown, find, (credential) => credential === null);
  if (found !== null) good.set(credential_hash, true);
  return found;
}
