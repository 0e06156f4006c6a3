import { hex, sameSecret, sha256 } from "../crypto/digest.ts";
import type { Bindings } from "../env.ts";
import { noteOldAdminToken } from "../projects/rotations.ts";
import { readVariables } from "../variables.ts";

/** Hashes of the accepted tokens: `ADMIN_TOKEN`, or both of `new,old` while it is rotated. Others are signed out. */
export const adminHashes = (bindings: Bindings): Promise<string[]> =>
  Promise.all(readVariables(bindings).ADMIN_TOKEN.map(async (token) => hex(await sha256(token))));

/** Whether it is the operator's. It is compared with every accepted token, so that the time reveals nothing. */
export async function isAdminToken(bindings: Bindings, presented: string): Promise<boolean> {
  const tokens = readVariables(bindings).ADMIN_TOKEN;
  const fits = await Promise.all(tokens.map((token) => sameSecret(presented, token)));
  const at = fits.indexOf(true);
  if (at > 0) await noteOldAdminToken(bindings, presented);
  return at >= 0;
}
