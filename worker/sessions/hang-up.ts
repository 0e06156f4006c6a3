import type { Bindings } from "../env.ts";
import type { Lease } from "../objects/org-ledger/rpc.ts";
import { VENDOR_ADAPTERS } from "../providers/registry.ts";
import type { Variables } from "../variables.ts";

const TIME_LIMIT_MS = 5_000;

/** Ends a call at its vendor, where the vendor can. */
export async function hangUp(bindings: Bindings, variables: Variables, lease: Lease): Promise<void> {
  const provider = Object.entries(VENDOR_ADAPTERS).find(([vendor]) => vendor === lease.vendor)?.[1];
  const { session_id, call_id } = lease;
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  await provider?.hangUp?.({ session_id, call_id }, { bindings, settings: variables, signal });
}
