import type { Post, PostResult } from "../objects/delivery-queue/rpc.ts";
import { publicTargetProblem } from "../outbound/target.ts";
import { webhookHeaders } from "./webhook-signature.ts";

/** A receiver's time limit. Milliseconds. */
const ANSWER_LIMIT = 15_000;

const failed = (status: number | null, detail: string, final = false): PostResult => ({ status, detail, final });

/** `Retry-After`, in seconds or as a date. */
function secondsOf(given: string | null, now: number): number | undefined {
  const seconds = given?.trim() ? Number(given) : Number.NaN;
  const wait = Number.isNaN(seconds) ? (Date.parse(given ?? "") - now) / 1000 : seconds;
  return wait > 0 ? Math.ceil(wait) : undefined;
}

function judgeAnswer({ status, headers }: Response, now: number): PostResult {
  if (status >= 200 && status < 300) return { status, detail: null, final: false };
  if (status >= 300 && status < 400)
    return failed(status, "The receiver redirects, and redirects are not followed; use the final address", true);
  if (status === 410) return failed(status, "The receiver no longer exists (410)", true);
  const retry_after = status === 429 || status === 503 ? secondsOf(headers.get("retry-after"), now) : undefined;
  return { ...failed(status, `The receiver answered with status ${status}`), ...(retry_after && { retry_after }) };
}

/** Posts one delivery, signed as Standard Webhooks says. Only the status of the answer is read, and when to come again. */
export const postDelivery =
  (development: () => boolean): Post =>
  async (target, { id, body }, now) => {
    const problem = publicTargetProblem(target.url, development());
    if (problem !== null) return failed(null, `The address may not be called. ${problem}`, true);
    const { secret, previous } = target;
    const secrets = previous && previous.until > now ? [secret, previous.secret] : [secret];
    const headers = await webhookHeaders(secrets, id, Math.floor(now / 1000), body);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWER_LIMIT);
    try {
      const response = await fetch(target.url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "user-agent": "VoiceWidget-Webhook/1" },
        body,
        // A redirect could lead to an address that may not be called.
        redirect: "manual",
        signal: limit.signal,
      });
      // Reading the body could take forever or fill the memory.
      await response.body?.cancel().catch(() => {});
      return judgeAnswer(response, now);
    } catch {
      return limit.signal.aborted
        ? failed(null, `The receiver did not answer within ${ANSWER_LIMIT / 1000} seconds`)
        : failed(null, "The receiver could not be reached");
    } finally {
      clearTimeout(timer);
    }
  };
