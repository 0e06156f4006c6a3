import type { Fault } from "../../shared/errors.ts";
import { isHmacSha256 } from "../crypto/hmac.ts";
import { ValidationError } from "../http/errors.ts";

const HEX_SHA256 = /^[0-9a-f]{64}$/i;

const faultAt = (msg: string): Fault[] => [{ type: "value_error", loc: ["body", "user_hash"], msg }];

async function matches(identity_secret: string, user_id: string, user_hash: string): Promise<boolean> {
  if (!HEX_SHA256.test(user_hash)) return false;
  const signature = Uint8Array.from(user_hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return isHmacSha256(identity_secret, user_id, signature);
}

/** `user_id` and `user_hash` come together or not at all. */
function pairFault(user_id: unknown, user_hash: unknown): string | null {
  const claimed = (user_id ?? null) !== null;
  const signed = (user_hash ?? null) !== null;
  if (claimed && !signed) return "Send user_hash with user_id: the hex HMAC-SHA256 of it, made on your server";
  return signed && !claimed ? "Send user_hash only with its user_id" : null;
}

const MISMATCH = "The hash does not match; sign user_id with the project's identity secret as hex HMAC-SHA256";

/** The faults of the claim in a body that has other faults too. */
export async function identityFaults(
  identity_secret: () => Promise<string | undefined>,
  { user_id, user_hash }: Record<string, unknown>,
): Promise<Fault[]> {
  const unpaired = pairFault(user_id, user_hash);
  if (unpaired !== null) return faultAt(unpaired);
  if (typeof user_id !== "string" || typeof user_hash !== "string") return [];
  const secret = await identity_secret();
  return secret === undefined || (await matches(secret, user_id, user_hash)) ? [] : faultAt(MISMATCH);
}

/**
 * The subject of a conversation: `user:…` for a user that the site's own server has signed, `visitor:…` for an
 * anonymous browser, `null` for neither.
 * @throws ValidationError if a user is claimed without proof
 */
export async function subjectOf(
  identity_secret: string,
  claim: { user_id?: string | null; user_hash?: string | null; visitor_id?: string | null },
): Promise<string | null> {
  const user_id = claim.user_id ?? null;
  const user_hash = claim.user_hash ?? null;
  const unpaired = pairFault(user_id, user_hash);
  if (unpaired !== null) throw new ValidationError(faultAt(unpaired));
  if (user_id !== null && user_hash !== null) {
    if (!(await matches(identity_secret, user_id, user_hash))) throw new ValidationError(faultAt(MISMATCH));
    return `user:${user_id}`;
  }
  return claim.visitor_id ? `visitor:${claim.visitor_id}` : null;
}
