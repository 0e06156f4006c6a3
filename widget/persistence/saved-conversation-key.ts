/** The storage key under which a page that closes saves its conversation for the next page in this tab. */
export const savedConversationKey = (apiKey: string): string => `voice-widget:${apiKey}`;

/** Whether a conversation is saved. */
export function hasSavedConversation(apiKey: string): boolean {
  try {
    return savedConversationKey(apiKey) in sessionStorage;
  } catch {
    return false;
  }
}
