import type { EarlierConversation } from "../session/conversation-history.ts";
import { liveOf } from "../session/selectors.ts";
import type { Message, SessionState } from "../session/state.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

/** As long as the service goes on with a conversation that was left, milliseconds. */
const KEEP_MS = 300_000;
/** The newest messages. */
const MAX_MESSAGES = 200;
const ROLES: readonly unknown[] = ["user", "agent", "tool", "system"] satisfies Message["role"][];

/** A conversation that its page cut off: what the next page in this tab goes on with. No token is in it. */
export interface SavedConversation extends EarlierConversation {
  /** Whether the panel was open. */
  readonly open: boolean;
}

/** Leaves the conversation that runs to the next page. */
export function saveConversation(apiKey: string, state: SessionState, panelOpen: boolean): void {
  const live = liveOf(state);
  if (!live) return;
  const { session_id } = live.session;
  const transcript = live.transcript.slice(-MAX_MESSAGES);
  try {
    sessionStorage.setItem(
      savedConversationKey(apiKey),
      JSON.stringify({ at: Date.now(), open: panelOpen, session_id, transcript }),
    );
  } catch {
    // Full, or not allowed: the next page begins anew.
  }
}

/** What the page before left, once. */
export function takeSavedConversation(apiKey: string): SavedConversation | null {
  try {
    const name = savedConversationKey(apiKey);
    const { at, open, session_id, transcript } = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.removeItem(name);
    if (!(Date.now() - at < KEEP_MS) || typeof session_id !== "string" || !Array.isArray(transcript)) return null;
    return { open: open === true, session_id, transcript: transcript.slice(-MAX_MESSAGES).flatMap(readMessage) };
  } catch {
    return null;
  }
}

/** As it is shown when nothing more comes of it. */
function readMessage(message: Partial<Message> | null): Message[] {
  const { id, role, text, at, interrupted } = message ?? {};
  if (typeof id !== "string" || typeof text !== "string" || !text || !ROLES.includes(role)) return [];
  const said = { id, role: role as Message["role"], text, final: true, at: Number(at) || 0 };
  return [{ ...said, ...(interrupted === true && { interrupted }) }];
}
