import { VendorError } from "./provider.ts";

/** How a vendor's calls are addressed. */
interface Calls {
  base: string;
  /** The pattern of its call ids: a given id comes from a browser, so it may hold anything. */
  shape: RegExp;
}

/**
 * Ends a call at a vendor that does it like OpenAI. Does nothing for a call whose id cannot be the vendor's, or that is
 * over.
 * @throws VendorError if the vendor refuses
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
