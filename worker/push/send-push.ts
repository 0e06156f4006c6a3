import { buildPushPayload } from "@block65/webcrypto-web-push";
import { base64url } from "jose";
import type { PushMessage } from "../../shared/devices.ts";
import { publicTargetProblem } from "../outbound/target.ts";
import { isTimeout, withTimeout } from "../outbound/time-limit.ts";
import type { DeviceRow } from "../storage/devices.ts";
import type { PushKeys } from "./service-keys.ts";

/** A push service's time limit. Milliseconds. */
const ANSWER_LIMIT_MS = 5_000;

/**
 * Statuses by which push services refuse every message to a subscription that was made for another key: Google's with 400, others with
 * 401 or 403 (RFC 8292). So they refuse a token that they take for expired, too, as where this service's own clock is wrong:
 * https://web.dev/articles/push-notifications-common-issues-and-reporting-bugs
 */
const REFUSED = new Set([400, 401, 403]);

/** `gone`: the browser takes no more messages there. `refused`: nor will a later one be taken, if a second try says so too. */
export type Sent = "sent" | "gone" | { failed: string; refused?: boolean };

/** In development an address on this machine may lack it. */
const asHttps = (address: string): string => address.replace(/^http:/, "https:");

/**
 * Sends one message, encrypted for this browser alone (RFC 8291).
 * @param seconds after which nobody wants it any more
 */
export async function sendPush(
  { endpoint, p256dh, auth, origin }: DeviceRow,
  message: PushMessage,
  keys: PushKeys,
  seconds: number,
  development: boolean,
): Promise<Sent> {
  const problem = publicTargetProblem(endpoint, development);
  if (problem !== null) return { failed: problem };
  // The library knows push services with https alone, as the standard does.
  const subscription = { endpoint: asHttps(endpoint), expirationTime: null, keys: { p256dh, auth } };
  const { headers, body } = await buildPushPayload(
    { data: JSON.stringify(message), options: { ttl: seconds, urgency: "high" } },
    subscription,
    // Whom it may write to. Some take no other than https addresses.
    { subject: asHttps(origin), ...keys },
  );
  try {
    const response = await withTimeout(ANSWER_LIMIT_MS, (signal) =>
      // A redirect could lead to an address that may not be called.
      fetch(endpoint, { method: "POST", headers, body, redirect: "manual", signal }),
    );
    await response.body?.cancel().catch(() => {});
    if (response.ok) return "sent";
    const { status } = response;
    if (status === 404 || status === 410) return "gone";
    return { failed: `The push service answered with status ${status}`, refused: REFUSED.has(status) };
  } catch (error) {
    if (isTimeout(error)) return { failed: `The push service did not answer within ${ANSWER_LIMIT_MS / 1000} seconds` };
    return { failed: "The push service could not be reached" };
  }
}

/** Whether it is a point of the curve: messages could be encrypted for no other. */
export async function isBrowserKey(p256dh: string): Promise<boolean> {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  return crypto.subtle.importKey("raw", base64url.decode(p256dh), curve, false, []).then(
    () => true,
    () => false,
  );
}
