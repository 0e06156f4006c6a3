/** Where a page that goes leaves its conversation, for the next one in this tab. */
export const savedConversationKey = (apiKey: string): string => `voice-widget:${apiKey}`;

/** Whether there is one. */
export function hasSavedConversation(apiKey: string): boolean {
  try {
    return savedConversationKey(apiKey) in sessionStorage;
  } catch {
    return false;
  }
}
