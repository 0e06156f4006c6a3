import type { SavedPerson } from "../session/earlier-conversation.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

/** Adds to a conversation that was just saved that a person was asked for, or has taken it over. */
export function savePerson(apiKey: string, person: SavedPerson): void {
  const key = savedConversationKey(apiKey);
  try {
    const saved = sessionStorage.getItem(key);
    if (saved) sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(saved), person }));
  } catch {
    // Full, or not allowed: the next page begins anew.
  }
}
