import type { ConversationStore, Entry } from "./conversation.ts";
import type { Session } from "./session.ts";

/** What is stored of a call, to continue it after hibernation. */
export interface SavedCall {
  session: Session;
  initial_message: string | null;
  /** Ids of the items, in the conversation's order. */
  order: string[];
  entries: Entry[];
  /** The running response. */
  response_id: string | null;
  /** Samples of audio received. */
  position: number;
}

export interface CallStore extends ConversationStore {
  saveSession(session: Session): void;
  saveResponse(response_id: string | null): void;
}
