import { readStartText } from "../outbound/read-capped.ts";
import type { Variables } from "../variables.ts";
import { VendorError } from "./provider.ts";

/** The action of our tokens: a token of another form of the operator opens no session. */
const ACTION = "session";
/** Refusals because of the visitor; all others mean a wrong set-up or a fault of Turnstile. */
const VISITORS = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

type Settings = Pick<Variables, "TURNSTILE_SECRET" | "TURNSTILE_SITE_KEY" | "TURNSTILE_BASE_URL">;

/** What a page needs to show the challenge; `null` if there is none. */
export const turnstileSite = ({ TURNSTILE_SECRET, TURNSTILE_SITE_KEY, TURNSTILE_BASE_URL }: Settings) =>
  TURNSTILE_SECRET && TURNSTILE_SITE_KEY
    ? { site_key: TURNSTILE_SITE_KEY, script: `${TURNSTILE_BASE_URL}/api.js?render=explicit` }
    : null;

interface Answer {
  success?: unknown;
  action?: unknown;
  "error-codes"?: unknown;
}

/** Bytes of an answer that are read; a real one is far smaller. */
const MAX_ANSWER = 16 * 1024;

async function parsed(response: Response): Promise<Answer | null> {
  try {
    return JSON.parse(await readStartText(response.body, MAX_ANSWER));
  } catch {
    return null;
  }
}

/**
 * Asks Cloudflare whether a token is valid, which uses it up. The visitor's address is not sent.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * @throws VendorError if Cloudflare cannot tell or refuses the secret; whatever `fetch` throws
 */
export async function verifyTurnstile(
  token: string,
  { TURNSTILE_SECRET, TURNSTILE_BASE_URL }: Settings,
  signal: AbortSignal,
): Promise<boolean> {
  const response = await fetch(`${TURNSTILE_BASE_URL}/siteverify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret: TURNSTILE_SECRET, response: token }),
    redirect: "manual",
    signal,
  });
  const answer = await parsed(response);
  if (answer?.success === true) return !answer.action || answer.action === ACTION;
  const codes = Array.isArray(answer?.["error-codes"]) ? answer["error-codes"].map(String) : [];
  if (codes.length > 0 && codes.every((code) => VISITORS.includes(code))) return false;
  const cause = `${response.status} of ${new URL(TURNSTILE_BASE_URL).host}: ${codes.join(", ").slice(0, 300)}`;
  throw new VendorError("the challenge could not be checked", cause);
}
