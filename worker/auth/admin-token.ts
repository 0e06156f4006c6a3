import { sameSecret } from "../crypto/digest.ts";
import type { Bindings } from "../env.ts";
import { noteOldAdminToken } from "../projects/rotations.ts";
import { readVariables } from "../variables.ts";

/** Whether it is the operator's. It is compared with every accepted token, so that the time reveals nothing. */
export async function isAdminToken(bindings: Bindings, presented: string): Promise<boolean> {
  const tokens = readVariables(bindings).ADMIN_TOKEN;
  const fits = await Promise.all(tokens.map((token) => sameSecret(presented, token)));
  const at = fits.indexOf(true);
  if (at > 0) await noteOldAdminToken(bindings, presented);
  return at >= 0;
}
