import type { VendorAnswer, VendorQuestion } from "../objects/vendor-relay/rpc.ts";
import type { VendorContext } from "./provider.ts";

/** Eastern North America: every vendor serves it. */
const REGION: DurableObjectLocationHint = "enam";
/** The number of objects there that share the requests. */
const RELAYS = 8;

/** OpenAI's code and Google's sentence for a refused region. */
const FOR_REGION = /unsupported_country_region_territory|user location is not supported/i;

/** Whether a vendor refused the region of the request, so that nothing is wrong with the operator's key. */
export const isRefusedForRegion = ({ status, text }: Pick<VendorAnswer, "status" | "text">): boolean =>
  (status === 403 || status === 400) && FOR_REGION.test(text ?? "");

/** Asks the same from another part of the world; the log says how that went. `null` if that fails. */
export async function askFromServedRegion(
  url: string,
  question: VendorQuestion,
  { bindings, signal }: VendorContext,
): Promise<VendorAnswer | null> {
  const log = (found: Record<string, unknown>) =>
    console.warn(
      JSON.stringify({ event: "vendor_refused_place", vendor: new URL(url).host, asked_from: REGION, ...found }),
    );
  try {
    signal.throwIfAborted();
    const name = `${REGION}-${Math.floor(Math.random() * RELAYS)}`;
    const relay = bindings.VENDOR_RELAY.getByName(name, { locationHint: REGION });
    const answer = await relay.ask(url, question);
    const worked = answer.status >= 200 && answer.status < 300;
    log({ worked, status: answer.status });
    return answer;
  } catch (error) {
    log({ worked: false, error: String(error).slice(0, 300) });
    return null;
  }
}
