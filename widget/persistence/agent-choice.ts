/** The key under which it is stored. */
export const AGENT_CHOICE = "voice-widget:agent";

/** The id of the agent that the visitor chose in this tab; 0 for none. */
export function loadAgentChoice(): number {
  try {
    return Number(sessionStorage.getItem(AGENT_CHOICE));
  } catch {
    return 0;
  }
}
