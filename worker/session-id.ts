import { SESSION_PATTERN, SESSION_PREFIX } from "../shared/ids.ts";
import { randomBase62 } from "./crypto/base62.ts";

const RANDOM_LENGTH = 24;

/** An id that cannot be guessed and names its organization, so that the ledger object is found by the id alone. */
export const newSessionId = (org_id: number): string =>
  SESSION_PREFIX + randomBase62(RANDOM_LENGTH) + org_id.toString(36);

/** The organization that a well-formed id names, `null` for anything else. */
export function orgOfSession(session_id: string): number | null {
  if (!SESSION_PATTERN.test(session_id)) return null;
  const org_id = Number.parseInt(session_id.slice(SESSION_PREFIX.length + RANDOM_LENGTH), 36);
  return Number.isSafeInteger(org_id) && org_id > 0 ? org_id : null;
}
