import { hex, sameSecret, sha256 } from "../crypto/digest.ts";
import type { Bindings } from "../env.ts";
import { noteOldAdminToken } from "../projects/rotations.ts";
import { readVariables } from "../variables.ts";

/** `ADMIN_TOKEN`, or `new,old` while it is being rotated: both are taken. */

/** Hashes of the tokens that are taken: a sign-in with any other is over. */
export const adminHashes = (bindings: Bindings): Promise<string[]> =>
  Promise.all(readVariables(bindings).ADMIN_TOKEN.map(async (token) => hex(await sha256(token))));

/** Whether it is the operator's; every token that is taken is compared, so that the time tells nothing. */
export async function isAdminToken(bindings: Bindings, presented: string): Promise<boolean> {
  const tokens = readVariables(bindings).ADMIN_TOKEN;
  const fits = await Promise.all(tokens.map((token) => sameSecret(presented, token)));
  const at = fits.indexOf(true);
  if (at > 0) await noteOldAdminToken(bindings, presented);
  return at >= 0;
}
