import { isTimeout } from "../outbound/time-limit.ts";
import { VendorError } from "../providers/provider.ts";

/** A vendor's time limit. Milliseconds. */
export const VENDOR_LIMIT_MS = 8_000;

/** Why a vendor failed: words for the visitor's site, and the cause for the log. */
export function reasonOf(error: unknown): { reason: string; cause: unknown } {
  if (error instanceof VendorError) return { reason: error.reason, cause: error.cause ?? error };
  const reason = isTimeout(error) ? "the voice vendor did not answer in time" : "the voice vendor could not be reached";
  return { reason, cause: error };
}
