import type { VendorAnswer, VendorQuestion } from "../objects/vendor-relay/rpc.ts";
import { sendQuestion } from "../objects/vendor-relay/send-question.ts";
import { type VendorContext, VendorError } from "./provider.ts";
import { askFromServedRegion, isRefusedForRegion } from "./refused-region.ts";

/** Characters of a refusal that the log keeps. */
const MAX_CAUSE = 300;

/** What the visitor's site reads, by the vendor's answer that is not the one that was asked for. */
export function reasonOf(answer: Pick<VendorAnswer, "status" | "text">): string {
  const { status } = answer;
  if (isRefusedForRegion(answer)) return "the voice vendor does not serve the place that this service asks it from";
  // Google answers 400 to a wrong key.
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(answer.text ?? "")))
    return "the voice vendor did not accept the operator's key";
  if (status === 400 || status === 422) return "the voice vendor did not accept the agent's settings";
  if (status === 404) return "the voice vendor does not know the agent's model";
  if (status === 429) return "the voice vendor's limit is reached, or the operator's credit there is used up";
  if (status >= 200 && status < 300) return "the voice vendor's answer could not be understood";
  return status >= 500 ? "the voice vendor is in trouble" : "the voice vendor refused";
}

/**
 * Asks a vendor's API. Where it refuses for the place that the request comes from, it is asked once more from another.
 * @param secret the operator's key, kept out of the log should the vendor repeat it
 * @throws VendorError for any refusal; whatever `fetch` throws where nobody answers
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

/** The JSON object in an answer. @throws VendorError where there is none */
export function jsonOf({ status, text }: VendorAnswer): Record<string, unknown> {
  try {
    const answer = JSON.parse(text ?? "");
    if (answer && typeof answer === "object" && !Array.isArray(answer)) return answer;
  } catch {
    // Said below.
  }
  // Not what it said: there may be a token in it.
  const cause = `no JSON object: ${status}, ${text?.length ?? "too many"} characters`;
  throw new VendorError("the voice vendor's answer could not be understood", cause);
}

/** The same for an API that answers with a JSON object, which it gives back. */
export const askVendor = async (
  address: string | URL,
  question: VendorQuestion,
  secret: string,
  context: VendorContext,
): Promise<Record<string, unknown>> => jsonOf(await callVendor(address, question, secret, context));

/** For an answer that lacks what was asked for. */
export const missingIn = (what: string, answer: object): VendorError =>
  new VendorError(
    "the voice vendor's answer could not be understood",
    `no ${what} in the fields ${Object.keys(answer)}`,
  );

/** The same place for WebSockets: `ws:` where the vendor's address is `http:`. */
export function socketAddress(base: string, path: string): URL {
  const url = new URL(base + path);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}
