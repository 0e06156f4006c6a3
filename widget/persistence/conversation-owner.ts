import { cyrb53Halves } from "../../shared/cyrb53.ts";

/**
 * The owner of a saved conversation: a hash of the signed-in user's id, else of the browser's anonymous id. It tells two
 * visitors of one tab apart and shows neither id. It must be computed while the page closes, so it cannot use the browser's
 * asynchronous digest.
 */
export function conversationOwner(userId: string | undefined, visitorId: string | undefined): string {
  const text = userId ? `user ${userId}` : `visitor ${visitorId ?? ""}`;
  const [high, low] = cyrb53Halves(text);
  return `${high}.${low}`;
}
