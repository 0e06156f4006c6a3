import { SESSION_PATTERN, SESSION_PREFIX } from "../shared/ids.ts";
import { base62OfNumber, numberOfBase62, randomBase62 } from "./crypto/base62.ts";

/** Random characters; those of the project; and behind them the organization. */
const RANDOM_LENGTH = 19;
const PROJECT_LENGTH = 5;
const NAMED_FROM = SESSION_PREFIX.length + RANDOM_LENGTH;
const ORG_FROM = NAMED_FROM + PROJECT_LENGTH;

/** An id that cannot be guessed and names its organization and its project, so that their objects are found by the id alone. */
export const newSessionId = (org_id: number, project_id: number): string =>
  SESSION_PREFIX + randomBase62(RANDOM_LENGTH) + base62OfNumber(project_id, PROJECT_LENGTH) + org_id.toString(36);

/** The organization that a well-formed id names, `null` for anything else. */
export function orgOfSession(session_id: string): number | null {
  if (!SESSION_PATTERN.test(session_id)) return null;
  const org_id = Number.parseInt(session_id.slice(ORG_FROM), 36);
  return Number.isSafeInteger(org_id) && org_id > 0 ? org_id : null;
}

/** The project that a well-formed id names, `null` for anything else. Ids from before they did name any. */
export const projectOfSession = (session_id: string): number | null =>
  SESSION_PATTERN.test(session_id) ? numberOfBase62(session_id.slice(NAMED_FROM, ORG_FROM)) : null;
