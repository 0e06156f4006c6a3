import type { VendorAnswer, VendorQuestion } from "../objects/vendor-relay/rpc.ts";
import type { VendorContext } from "./provider.ts";

/** Eastern North America: every vendor serves it. */
const PLACE: DurableObjectLocationHint = "enam";
/** Objects there that share the questions. */
const RELAYS = 8;

/** OpenAI says it with a code, Google with a sentence. */
const FOR_PLACE = /unsupported_country_region_territory|user location is not supported/i;

/** Whether a vendor refused for the place that the request came from: nothing is wrong with the operator's key then. */
export const isRefusedForPlace = ({ status, text }: Pick<VendorAnswer, "status" | "text">): boolean =>
  (status === 403 || status === 400) && FOR_PLACE.test(text ?? "");

/** Asks the same once more from another part of the world; the log says how that went. `null` where it cannot be asked. */
export async function askFromElsewhere(
  url: string,
  question: VendorQuestion,
  { bindings, signal }: VendorContext,
): Promise<VendorAnswer | null> {
  const log = (found: Record<string, unknown>) =>
    console.warn(
      JSON.stringify({ event: "vendor_refused_place", vendor: new URL(url).host, asked_from: PLACE, ...found }),
    );
  try {
    signal.throwIfAborted();
    const name = `${PLACE}-${Math.floor(Math.random() * RELAYS)}`;
    const relay = bindings.VENDOR_RELAY.getByName(name, { locationHint: PLACE });
    const answer = await relay.ask(url, question);
    const worked = answer.status >= 200 && answer.status < 300;
    log({ worked, status: answer.status });
    return answer;
  } catch (error) {
    log({ worked: false, error: String(error).slice(0, 300) });
    return null;
  }
}
