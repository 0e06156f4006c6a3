/** The storage key under which a page that closes saves its conversation for the next page in this tab. */
export const savedConversationKey = (apiKey: string): string => `voice-widget:${apiKey}`;

/** The key of the ticket beside it with which this origin handed it on: see `handover.ts`. */
export const handedKey = (apiKey: string): string => `${savedConversationKey(apiKey)}:handed`;

/** Whether a conversation is saved, here or by a page of another subdomain (`handover.ts`). */
export function hasSavedConversation(apiKey: string): boolean | undefined {
  try {
    // Written out: in the loader a call is four bytes more.
    return `voice-widget:${apiKey}` in sessionStorage || document.cookie.includes(apiKey);
  } catch {}
}
