const STORAGE_KEY = "voice-widget:greeted";

export function wasGreeted(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Without storage it applies to this page view only. */
export function saveGreeted(): void {
  try {
    localStorage.setItem(STORAGE_KEY, "1");
  } catch {}
}
