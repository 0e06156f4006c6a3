/**
 * The owner of a saved conversation: a hash of the signed-in user's id, else of the browser's anonymous id. It tells two
 * visitors of one tab apart and shows neither id. It must be computed while the page closes, so it cannot use the browser's
 * asynchronous digest.
 */
export function conversationOwner(userId: string | undefined, visitorId: string | undefined): string {
  const text = userId ? `user ${userId}` : `visitor ${visitorId ?? ""}`;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
  }
  return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`;
}
