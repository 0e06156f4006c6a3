import { hex, sha256 } from "../crypto/digest.ts";

const PREFIX = "msg_";
const HASH_LENGTH = 32;
const PATTERN = /^msg_[0-9a-f]{32}[0-9a-z]{1,11}$/;

/**
 * The id of one event for one webhook: always the same for the same event. It ends with the webhook's id, so that the
 * queue is found by the id alone.
 * @param event a name that is unique in the service, e.g. `session.ended:ses_…`
 */
export async function deliveryId(webhook_id: number, event: string): Promise<string> {
  const digest = await sha256(JSON.stringify([webhook_id, event]));
  return `${PREFIX}${hex(digest).slice(0, HASH_LENGTH)}${webhook_id.toString(36)}`;
}

/** The webhook that a delivery's id names, `null` for anything else. */
export function webhookOfDelivery(id: string): number | null {
  if (!PATTERN.test(id)) return null;
  const webhook_id = Number.parseInt(id.slice(PREFIX.length + HASH_LENGTH), 36);
  return Number.isSafeInteger(webhook_id) && webhook_id > 0 ? webhook_id : null;
}

/** The exact body that is sent. */
export const eventBody = (type: string, at: number, data: unknown): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
