import { toJson } from "../json.ts";
import type { EarlierConversation } from "../session/earlier-conversation.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

/** Only the newest messages are saved. */
export const MAX_MESSAGES = 200;

/** A conversation that its page cut off; the next page in this tab continues it, if the visitor is the same. */
export interface SavedConversation extends EarlierConversation {
  /** See `conversationOwner()`. */
  readonly owner: string;
  /** Whether the panel was open. */
  readonly open: boolean;
  /** Whether the next page takes a call up by itself. */
  readonly goesOn: boolean;
}

/** Saves it for the next page. */
export function saveConversation(apiKey: string, conversation: SavedConversation): void {
  try {
    const transcript = conversation.transcript.slice(-MAX_MESSAGES);
    sessionStorage.setItem(savedConversationKey(apiKey), toJson({ ...conversation, at: Date.now(), transcript }));
  } catch {
    // Full, or not allowed: the next page begins anew.
  }
}

export function dropSavedConversation(apiKey: string): void {
  try {
    sessionStorage.removeItem(savedConversationKey(apiKey));
  } catch {}
}
