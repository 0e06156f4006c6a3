import { AGENT_CHOICE } from "./agent-choice.ts";

export function saveAgentChoice(id: number): void {
  try {
    sessionStorage.setItem(AGENT_CHOICE, String(id));
  } catch {}
}
