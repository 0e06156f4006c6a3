import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import type { HangUpPace } from "../objects/org-ledger/outside.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import type { VendorAdapter } from "../providers/provider.ts";
import { VENDOR_ADAPTERS } from "../providers/registry.ts";
import type { Variables } from "../variables.ts";

type Pace = ReturnType<HangUpPace>;

/** How long a vendor may take to end one call. Milliseconds. */
const TIME_LIMIT_MS = 5_000;

/** Other vendors: waiting for them takes no processor time. */
const OTHERS: Pace = { at_a_time: 25, rests: false };
/** Our own calls: each object that is called to end one takes milliseconds of processor time that others wait for. */
const OWN: Pace = { at_a_time: 2, rests: true };

export const adapterOf = (name: string): VendorAdapter | undefined =>
  Object.entries(VENDOR_ADAPTERS).find(([vendor]) => vendor === name)?.[1];

export const hangUpPace: HangUpPace = (vendor) => (adapterOf(vendor)?.uses_durable_object ? OWN : OTHERS);

/** What a vendor must know of a call to end it. */
type EndedCall = Pick<Lease, "vendor" | "session_id" | "call_id">;

/** Ends a call at its vendor, if the vendor allows it. */
export async function hangUp(
  bindings: Bindings,
  variables: Variables,
  { vendor, session_id, call_id }: EndedCall,
): Promise<void> {
  await withTimeout(TIME_LIMIT_MS, async (signal) =>
    adapterOf(vendor)?.hangUp?.({ session_id, call_id }, { bindings, variables, signal }),
  );
}

/** The same for a call that no ledger will try to end again: a failure is logged. */
export async function hangUpOnce(bindings: Bindings, variables: Variables, call: EndedCall): Promise<void> {
  const { session_id } = call;
  await hangUp(bindings, variables, call).catch((error) => logError("hang_up_failed", error, { session_id }));
}
