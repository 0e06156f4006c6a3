/** Where a page that goes leaves its conversation, for the next one in this tab. */
export const keptName = (apiKey: string): string => `voice-widget:${apiKey}`;

/** Whether there is one. */
export function isKept(apiKey: string): boolean {
  try {
    return keptName(apiKey) in sessionStorage;
  } catch {
    return false;
  }
}
