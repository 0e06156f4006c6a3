import type { Bindings } from "../env.ts";
import type { HangUpPace, Lease } from "../objects/org-ledger/rpc.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import type { VendorAdapter } from "../providers/provider.ts";
import { VENDOR_ADAPTERS } from "../providers/registry.ts";
import type { Variables } from "../variables.ts";

type Pace = ReturnType<HangUpPace>;

const TIME_LIMIT_MS = 5_000;

/** Waiting for a vendor takes no processor. */
const OTHERS: Pace = { at_a_time: 25, rests: false };
/** To end one of our own calls its object is opened, which takes milliseconds of a processor that others wait for. */
const OWN: Pace = { at_a_time: 2, rests: true };

const adapterOf = (name: string): VendorAdapter | undefined =>
  Object.entries(VENDOR_ADAPTERS).find(([vendor]) => vendor === name)?.[1];

export const hangUpPace: HangUpPace = (vendor) => (adapterOf(vendor)?.own_object ? OWN : OTHERS);

/** Ends a call at its vendor, where the vendor can. */
export async function hangUp(bindings: Bindings, variables: Variables, lease: Lease): Promise<void> {
  const { session_id, call_id } = lease;
  await withTimeout(TIME_LIMIT_MS, async (signal) =>
    adapterOf(lease.vendor)?.hangUp?.({ session_id, call_id }, { bindings, settings: variables, signal }),
  );
}
