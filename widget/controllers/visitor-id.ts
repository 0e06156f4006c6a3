const PLACE = "voice-widget:visitor";

/**
 * An anonymous id of this browser on this site, by which an agent with a memory knows a returning visitor: random, first
 * party, nothing measured. Called when a conversation starts, never before.
 */
export function visitorId(): string | undefined {
  try {
    const known = localStorage.getItem(PLACE);
    if (known && /^[0-9a-f]{32}$/.test(known)) return known;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    localStorage.setItem(PLACE, fresh);
    return fresh;
  } catch {
    // Without storage nobody could be recognised; an id for one page view would be of no use.
    return undefined;
  }
}
