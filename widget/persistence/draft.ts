import { CONTINUE_SECONDS } from "../../shared/limits.ts";
import { toJson } from "../json.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

/** Saves what was typed and not sent, beside the conversation that the page may have saved. @param owner as of a conversation */
export function saveDraft(apiKey: string, draft: string, owner: string): void {
  try {
    const name = savedConversationKey(apiKey);
    const saved = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.setItem(name, toJson({ owner, at: Date.now(), ...saved, draft }));
  } catch {
    // Full, or not allowed.
  }
}

/** The draft in what another page has saved, if it belongs to one of these owners; "" for none. */
export function draftOf(saved: string | null, owners: readonly string[]): string {
  try {
    const { at, owner, draft } = JSON.parse(saved ?? "{}");
    const isTheirs = Date.now() - at < CONTINUE_SECONDS * 1000 && owners.includes(owner);
    return isTheirs && typeof draft === "string" ? draft : "";
  } catch {
    return "";
  }
}
