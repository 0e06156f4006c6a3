import { isObject } from "../../shared/is-object.ts";
import type { VendorAnswer, VendorQuestion } from "../objects/vendor-relay/rpc.ts";
import { sendQuestion } from "../objects/vendor-relay/send-question.ts";
import { type VendorContext, VendorError } from "./provider.ts";
import { askFromServedRegion, isRefusedForRegion } from "./refused-region.ts";

/** Characters of a refusal that the log keeps. */
const MAX_CAUSE = 300;

/** The reason for the visitor's site, by the vendor's refusal. */
export function reasonOf(answer: Pick<VendorAnswer, "status" | "text">): string {
  const { status } = answer;
  if (isRefusedForRegion(answer)) return "the voice vendor does not serve the region of this service";
  // Google answers 400 for a wrong key.
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(answer.text ?? "")))
    return "the voice vendor did not accept the operator's key";
  if (status === 400 || status === 422) return "the voice vendor did not accept the agent's settings";
  if (status === 404) return "the voice vendor does not know the agent's model";
  if (status === 429) return "the voice vendor's limit is reached, or the operator's credit there is used up";
  if (status >= 200 && status < 300) return "the voice vendor's answer could not be understood";
  return status >= 500 ? "the voice vendor is in trouble" : "the voice vendor refused";
}

/**
 * Asks a vendor's API. If it refuses the region of the request, it is asked once more from another region.
 * @param secret the operator's key, removed from the log if the vendor repeats it
 * @throws VendorError for any refusal; whatever `fetch` throws if there is no answer
 */
export async function callVendor(
  address: string | URL,
  question: VendorQuestion,
  secret: string,
  context: VendorContext,
): Promise<VendorAnswer> {
  const url = String(address);
  let answer = await sendQuestion(url, question, context.signal);
  if (isRefusedForRegion(answer)) answer = (await askFromServedRegion(url, question, context)) ?? answer;
  if (answer.status >= 200 && answer.status < 300) return answer;
  const said = (answer.text ?? "too long").slice(0, MAX_CAUSE).replaceAll(secret, "[secret]");
  throw new VendorError(reasonOf(answer), `${answer.status} of ${new URL(url).host}: ${said}`);
}

/** The JSON object in an answer. @throws VendorError if there is none */
export function jsonOf({ status, text }: VendorAnswer): Record<string, unknown> {
  try {
    const answer = JSON.parse(text ?? "");
    if (isObject(answer)) return answer;
  } catch {
    // Thrown below.
  }
  // Not the answer itself: it may hold a token.
  const cause = `no JSON object: ${status}, ${text?.length ?? "too many"} characters`;
  throw new VendorError("the voice vendor's answer could not be understood", cause);
}

/** Like `callVendor`, for an API that answers with a JSON object, which is returned. */
export const askVendor = async (
  address: string | URL,
  question: VendorQuestion,
  secret: string,
  context: VendorContext,
): Promise<Record<string, unknown>> => jsonOf(await callVendor(address, question, secret, context));

/** The error for an answer that lacks what was asked for. */
export const missingIn = (what: string, answer: object): VendorError =>
  new VendorError(
    "the voice vendor's answer could not be understood",
    `no ${what} in the fields ${Object.keys(answer)}`,
  );

/** A server's address for a WebSocket: `ws:` for `http:`, `wss:` for `https:`. */
export function socketAddress(base: string, path: string): URL {
  const url = new URL(base + path);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}
