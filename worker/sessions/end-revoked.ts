import type { Bindings } from "../env.ts";
import { forgetRevokedDevices } from "../push/devices.ts";
import { closeRevokedInboxes } from "./open-inboxes.ts";

/** Ends what a credential that is gone had opened. Call it after whatever takes one away; the cron calls it as well. */
export async function endRevoked(bindings: Bindings): Promise<void> {
  await forgetRevokedDevices(bindings);
  await closeRevokedInboxes(bindings);
}
