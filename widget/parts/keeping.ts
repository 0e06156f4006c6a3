import { keptName } from "../controllers/kept.ts";
import type { Earlier } from "../session/history.ts";
import type { Message, SessionState } from "../session/state.ts";
import { liveOf } from "./view-model.ts";

/** As long as the service goes on with a conversation that was left, milliseconds. */
const KEEP_MS = 300_000;
/** The newest messages. */
const MAX_MESSAGES = 200;
const ROLES: readonly unknown[] = ["user", "agent", "tool", "system"] satisfies Message["role"][];

/** A conversation that its page cut off: what the next page in this tab goes on with. No token is in it. */
export interface Kept extends Earlier {
  /** Whether the panel was open. */
  readonly open: boolean;
}

/** Leaves the conversation that runs to the next page. */
export function keep(apiKey: string, state: SessionState, open: boolean): void {
  const live = liveOf(state);
  if (!live) return;
  const { session_id } = live.session;
  const transcript = live.transcript.slice(-MAX_MESSAGES);
  try {
    sessionStorage.setItem(keptName(apiKey), JSON.stringify({ at: Date.now(), open, session_id, transcript }));
  } catch {
    // Full, or not allowed: the next page begins anew.
  }
}

/** What the page before left, once. */
export function recall(apiKey: string): Kept | null {
  try {
    const name = keptName(apiKey);
    const { at, open, session_id, transcript } = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.removeItem(name);
    if (!(Date.now() - at < KEEP_MS) || typeof session_id !== "string" || !Array.isArray(transcript)) return null;
    return { open: open === true, session_id, transcript: transcript.slice(-MAX_MESSAGES).flatMap(whole) };
  } catch {
    return null;
  }
}

/** As it is shown when nothing more comes of it. */
function whole(message: Partial<Message> | null): Message[] {
  const { id, role, text, at, interrupted } = message ?? {};
  if (typeof id !== "string" || typeof text !== "string" || !text || !ROLES.includes(role)) return [];
  const said = { id, role: role as Message["role"], text, final: true, at: Number(at) || 0 };
  return [{ ...said, ...(interrupted === true && { interrupted }) }];
}
