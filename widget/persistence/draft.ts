import { CONTINUE_SECONDS } from "../../shared/limits.ts";
import { toJson } from "../json.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

/**
 * Saves what was typed and not sent, beside the conversation that the page may have saved, which may be another visitor's.
 * @param draft_owner see `conversationOwner()`
 */
export function saveDraft(apiKey: string, draft: string, draft_owner: string): void {
  try {
    const name = savedConversationKey(apiKey);
    const saved = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.setItem(name, toJson({ at: Date.now(), ...saved, draft, draft_owner }));
  } catch {
    // Full, or not allowed.
  }
}

/** The draft in what another page has saved, if it belongs to one of these owners; "" for none. */
export function draftOf(saved: string | null, owners: readonly string[]): string {
  try {
    const { at, draft, draft_owner } = JSON.parse(saved ?? "{}");
    const isTheirs = Date.now() - at < CONTINUE_SECONDS * 1000 && owners.includes(draft_owner);
    return isTheirs && typeof draft === "string" ? draft : "";
  } catch {
    return "";
  }
}
