import type { Variables } from "../variables.ts";
import { VendorError } from "./provider.ts";

/** What a token of ours was made for: one for another form of the operator's opens no session. */
const ACTION = "session";
/** Refusals that are the visitor's; all others say that the operator's set-up is wrong, or Turnstile in trouble. */
const VISITORS = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

type Settings = Pick<Variables, "TURNSTILE_SECRET" | "TURNSTILE_SITE_KEY" | "TURNSTILE_BASE_URL">;

/** What a page needs to show the challenge; `null` where none is asked for. */
export const turnstileSite = ({ TURNSTILE_SECRET, TURNSTILE_SITE_KEY, TURNSTILE_BASE_URL }: Settings) =>
  TURNSTILE_SECRET && TURNSTILE_SITE_KEY
    ? { site_key: TURNSTILE_SITE_KEY, script: `${TURNSTILE_BASE_URL}/api.js?render=explicit` }
    : null;

interface Answer {
  success?: unknown;
  action?: unknown;
  "error-codes"?: unknown;
}

/**
 * Asks Cloudflare whether a token is good; that uses it up. The visitor's address is not told.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * @throws VendorError where Cloudflare cannot tell, or does not accept the secret; whatever `fetch` throws
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
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (answer?.success === true) return !answer.action || answer.action === ACTION;
  const codes = Array.isArray(answer?.["error-codes"]) ? answer["error-codes"].map(String) : [];
  if (codes.length > 0 && codes.every((code) => VISITORS.includes(code))) return false;
  const cause = `${response.status} of ${new URL(TURNSTILE_BASE_URL).host}: ${codes.join(", ").slice(0, 300)}`;
  throw new VendorError("the challenge could not be checked", cause);
}
