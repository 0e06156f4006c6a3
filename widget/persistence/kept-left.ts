import { cookieOf, putCookieBack } from "./handover.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

/** What other pages have left, as they wrote it: in this tab, and from another subdomain. */
export interface KeptLeft {
  readonly saved: string | null;
  readonly handed: string | undefined;
}

/** What is there now; see `putBack()`. */
export function keptLeft(apiKey: string): KeptLeft {
  return { saved: sessionStorage.getItem(savedConversationKey(apiKey)), handed: cookieOf(apiKey) };
}

/** Leaves it to the next page that looks, unless something newer was left meanwhile. */
export function putBack(apiKey: string, { saved, handed }: KeptLeft): void {
  try {
    const name = savedConversationKey(apiKey);
    if (saved && !(name in sessionStorage)) sessionStorage.setItem(name, saved);
    if (handed && !cookieOf(apiKey)) putCookieBack(apiKey, handed);
  } catch {
    // Not allowed any more.
  }
}
