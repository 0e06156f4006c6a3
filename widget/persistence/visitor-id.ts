const STORAGE_KEY = "voice-widget:visitor";

/** The id that an earlier conversation saved; makes no new one. */
export function loadVisitorId(): string | undefined {
  try {
    const known = `${localStorage.getItem(STORAGE_KEY)}`;
    if (/^[0-9a-f]{32}$/.test(known)) return known;
  } catch {}
}

/**
 * An anonymous id of this browser on this site, by which an agent with a memory recognises a returning visitor: random,
 * first-party, no fingerprint. Called when a conversation starts, never before.
 */
export function ensureVisitorId(): string | undefined {
  try {
    const known = loadVisitorId();
    if (known) return known;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const fresh = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    localStorage.setItem(STORAGE_KEY, fresh);
    return fresh;
  } catch {
    // Without storage no visitor could be recognised, so an id is of no use.
    return undefined;
  }
}
