import type { Status } from "../../shared/status.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import { memoryOf } from "../memory-of.ts";
import { lastOldSecretUse, noteOldSecretUse } from "../storage/old-secret-uses.ts";
import { countRotatingWebhooks } from "../storage/webhooks.ts";
import { readVariables, type Variables } from "../variables.ts";
import { countOldKeys } from "./key-secrets.ts";

/** Secrets that are being rotated: what still needs the old ones, so that the operator knows when to drop them. */

const ADMIN_TOKEN = "ADMIN_TOKEN";
/** An isolate records the use of an old token at most this often. Milliseconds. */
const NOTED_EVERY = 60_000;

const fingerprintOf = async (token: string): Promise<string> => hex((await sha256(`admin-token:${token}`)).slice(0, 8));

const noted = memoryOf((_: Variables) => ({ at: 0 }));

/** Records a use of the `ADMIN_TOKEN` that is being rotated out. If that fails, the caller is still let in. */
export async function noteOldAdminToken(bindings: Bindings, token: string): Promise<void> {
  const variables = readVariables(bindings);
  const now = Date.now();
  const last = noted(variables);
  if (now - last.at < NOTED_EVERY) return;
  last.at = now;
  try {
    await noteOldSecretUse(bindings.DB, ADMIN_TOKEN, await fingerprintOf(token), now);
  } catch (error) {
    last.at = 0;
    logError("old_token_not_noted", error);
  }
}

async function adminToken(bindings: Bindings): Promise<Status["rotations"]["admin_token"]> {
  const [, old] = readVariables(bindings).ADMIN_TOKEN;
  if (old === undefined) return { rotating: false, old_used_at: null };
  return { rotating: true, old_used_at: await lastOldSecretUse(bindings.DB, ADMIN_TOKEN, await fingerprintOf(old)) };
}

export async function readRotations(bindings: Bindings, now: number): Promise<Status["rotations"]> {
  const { KEY_SECRET } = readVariables(bindings);
  const [old_keys, admin_token, webhooks] = await Promise.all([
    countOldKeys(bindings.DB, KEY_SECRET),
    adminToken(bindings),
    countRotatingWebhooks(bindings.DB, now),
  ]);
  return { key_secret: { rotating: KEY_SECRET.length > 1, old_keys }, admin_token, webhooks };
}
