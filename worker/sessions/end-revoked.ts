import type { Bindings } from "../env.ts";
import { forgetRevokedDevices } from "../push/devices.ts";
import { closeRevokedInboxes } from "./open-inboxes.ts";

/** Ends what a revoked credential had opened. Call it after each revocation; the cron calls it as well. */
export async function endRevoked(bindings: Bindings): Promise<void> {
  await forgetRevokedDevices(bindings);
  await closeRevokedInboxes(bindings);
}
