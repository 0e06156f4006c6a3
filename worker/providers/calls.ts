import { VendorError } from "./provider.ts";

/** Where a vendor keeps its calls. */
interface Calls {
  base: string;
  /** What its ids look like: the one given comes from a browser, so anything may stand in it. */
  shape: RegExp;
}

/**
 * Ends a call at a vendor that speaks OpenAI's way of it. A call without an id that could be its vendor's, or one that
 * is over, needs nothing.
 * @throws VendorError where the vendor refuses
 */
export async function hangUpCall(
  { base, shape }: Calls,
  call_id: string | null,
  authorization: string,
  signal: AbortSignal,
): Promise<void> {
  if (call_id === null || !shape.test(call_id)) return;
  const response = await fetch(`${base}/${call_id}/hangup`, {
    method: "POST",
    headers: { authorization },
    redirect: "manual",
    signal,
  });
  await response.body?.cancel();
  if (!response.ok && response.status !== 404)
    throw new VendorError("the voice vendor did not end the call", `status ${response.status}`);
}
