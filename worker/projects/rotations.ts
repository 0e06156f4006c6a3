import type { Status } from "../../shared/status.ts";
import { adminTokenRotation } from "../auth/admin-token.ts";
import { secretId } from "../auth/keys/api-key.ts";
import type { Bindings } from "../env.ts";
import { countOldKeys } from "../storage/key-secrets.ts";
import { countRotatingWebhooks } from "../storage/webhooks.ts";
import { readVariables } from "../variables.ts";

/** Secrets that are being changed: what still needs the old ones. */
export async function readRotations(bindings: Bindings, now: number): Promise<Status["rotations"]> {
  const { KEY_SECRET } = readVariables(bindings);
  const [old_keys, admin_token, webhooks] = await Promise.all([
    countOldKeys(bindings.DB, await secretId(KEY_SECRET[0] ?? "")),
    adminTokenRotation(bindings),
    countRotatingWebhooks(bindings.DB, now),
  ]);
  return { key_secret: { rotating: KEY_SECRET.length > 1, old_keys }, admin_token, webhooks };
}
