import { SESSION_PATTERN, SESSION_PREFIX } from "../../shared/ids.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 24;
/** Bytes from here on would make the first letters likelier than the others. */
const FAIR = 256 - (256 % BASE62.length);

/** Unguessable, and names its organization, so that the ledger object is found from the id alone. */
export function newSessionId(org_id: number): string {
  let random = "";
  while (random.length < RANDOM_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH * 2)))
      if (byte < FAIR && random.length < RANDOM_LENGTH) random += BASE62[byte % BASE62.length];
  return SESSION_PREFIX + random + org_id.toString(36);
}

/** The organization that a well-formed id names, `null` for anything else. */
export function orgOfSession(session_id: string): number | null {
  if (!SESSION_PATTERN.test(session_id)) return null;
  const org_id = Number.parseInt(session_id.slice(SESSION_PREFIX.length + RANDOM_LENGTH), 36);
  return Number.isSafeInteger(org_id) && org_id > 0 ? org_id : null;
}
