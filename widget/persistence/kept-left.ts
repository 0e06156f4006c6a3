import { CONTINUE_SECONDS } from "../../shared/limits.ts";
import { cookieOf, putCookieBack } from "./handover.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

/** What other pages have left, as they wrote it: in this tab, and from another subdomain. */
export interface KeptLeft {
  readonly saved: string | null;
  readonly handed: string | undefined;
  /** When this tab first met what was handed on, unix milliseconds. */
  readonly met: number;
}

const metKey = (apiKey: string) => `${savedConversationKey(apiKey)}:met`;

/** What is there now; see `putBack()`. */
export function keptLeft(apiKey: string): KeptLeft {
  const handed = cookieOf(apiKey);
  // A cookie does not tell how long it still lasts.
  const [value, at] = (sessionStorage.getItem(metKey(apiKey)) ?? "").split(" ");
  const met = value === handed ? Number(at) : Date.now();
  return { saved: sessionStorage.getItem(savedConversationKey(apiKey)), handed, met };
}

/** Leaves it to the next page that looks, for the time that is left of it, unless something newer was left meanwhile. */
export function putBack(apiKey: string, { saved, handed, met }: KeptLeft): void {
  try {
    const name = savedConversationKey(apiKey);
    const left = (at: number) => CONTINUE_SECONDS - (Date.now() - at) / 1000;
    if (saved && !(name in sessionStorage) && left(JSON.parse(saved).at) > 0) sessionStorage.setItem(name, saved);
    if (!handed || cookieOf(apiKey) || !(left(met) > 0)) return;
    putCookieBack(apiKey, handed, Math.ceil(left(met)));
    sessionStorage.setItem(metKey(apiKey), `${handed} ${met}`);
  } catch {
    // Not allowed any more, or nothing of ours.
  }
}
