const PLACE = "voice-widget:agent";

/** Whom the visitor chose in this tab; 0 for nobody. */
export function recallAgent(): number {
  try {
    return Number(sessionStorage.getItem(PLACE));
  } catch {
    return 0;
  }
}

export function rememberAgent(id: number): void {
  try {
    sessionStorage.setItem(PLACE, String(id));
  } catch {}
}
