import { hex, sameSecret, sha256 } from "../crypto/digest.ts";
import type { Bindings } from "../env.ts";
import { lastOldSecretUse, noteOldSecretUse } from "../storage/old-secret-uses.ts";
import { readVariables } from "../variables.ts";

/**
 * `ADMIN_TOKEN`, or `new,old` while it is being rotated: both are taken, and the status says when the old one was last
 * used, so that its holder knows when it may be dropped.
 */

const NAME = "ADMIN_TOKEN";
/** An isolate writes down the use of an old token this often; milliseconds. */
const NOTED_EVERY = 60_000;

const fingerprintOf = async (token: string): Promise<string> => hex((await sha256(`admin-token:${token}`)).slice(0, 8));

/** Hashes of the tokens that are taken: a sign-in with any other is over. */
export const adminHashes = (bindings: Bindings): Promise<string[]> =>
  Promise.all(readVariables(bindings).ADMIN_TOKEN.map(async (token) => hex(await sha256(token))));

const noted = new WeakMap<object, number>();

/** Whoever waits for the note would wait for D1; whoever loses it, loses a minute. */
async function note(bindings: Bindings, token: string): Promise<void> {
  const variables = readVariables(bindings);
  const now = Date.now();
  if (now - (noted.get(variables) ?? 0) < NOTED_EVERY) return;
  noted.set(variables, now);
  await noteOldSecretUse(bindings.DB, NAME, await fingerprintOf(token), now).catch((error: unknown) => {
    noted.delete(variables);
    console.error(JSON.stringify({ event: "old_token_not_noted", error: String(error).slice(0, 300) }));
  });
}

/** Whether it is the operator's; every token that is taken is compared, so that the time tells nothing. */
export async function isAdminToken(bindings: Bindings, presented: string): Promise<boolean> {
  const tokens = readVariables(bindings).ADMIN_TOKEN;
  const fits = await Promise.all(tokens.map((token) => sameSecret(presented, token)));
  const at = fits.indexOf(true);
  if (at > 0) await note(bindings, presented);
  return at >= 0;
}

/** How far the rotation is: `rotating` while two are taken, and the last use of the old one. */
export async function adminTokenRotation(
  bindings: Bindings,
): Promise<{ rotating: boolean; old_used_at: number | null }> {
  const [, old] = readVariables(bindings).ADMIN_TOKEN;
  if (old === undefined) return { rotating: false, old_used_at: null };
  return { rotating: true, old_used_at: await lastOldSecretUse(bindings.DB, NAME, await fingerprintOf(old)) };
}
