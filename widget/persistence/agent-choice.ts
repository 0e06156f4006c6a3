const STORAGE_KEY = "voice-widget:agent";

/** The id of the agent that the visitor chose in this tab; 0 for none. */
export function loadAgentChoice(): number {
  try {
    return Number(sessionStorage.getItem(STORAGE_KEY));
  } catch {
    return 0;
  }
}

export function saveAgentChoice(id: number): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, String(id));
  } catch {}
}
