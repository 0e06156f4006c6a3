// Storage is missing or forbidden in some browsers and frames: then the defaults are painted until the answer is there.
const storageKey = (baseUrl: string, apiKey: string) => `voice-widget:config:${baseUrl}:${apiKey}`;

/** The last answer to this key, unchecked. */
export function loadCachedConfig(baseUrl: string, apiKey: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey(baseUrl, apiKey)) ?? "null");
  } catch {
    return null;
  }
}

export function saveCachedConfig(baseUrl: string, apiKey: string, answer: unknown): void {
  try {
    localStorage.setItem(storageKey(baseUrl, apiKey), JSON.stringify(answer));
  } catch {}
}
