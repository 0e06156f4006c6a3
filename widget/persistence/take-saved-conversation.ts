import { CONTINUE_SECONDS, LEFT_PAGE_SECONDS } from "../../shared/limits.ts";
import type { EarlierConversation, SavedPerson } from "../session/earlier-conversation.ts";
import type { Message } from "../session/state.ts";
import { MAX_MESSAGES } from "./saved-conversation.ts";
import { savedConversationKey } from "./saved-conversation-key.ts";

const ROLES: readonly unknown[] = ["user", "agent", "person", "tool", "system"] satisfies Message["role"][];

/** What a visitor has silenced in their call. */
export interface CallState {
  readonly muted: boolean;
  readonly paused: boolean;
}

/** A conversation that another page has left. */
export interface LeftConversation extends EarlierConversation {
  readonly open: boolean;
  /** A call that this page takes up by itself. */
  readonly call: CallState | null;
}

/** Takes the saved conversation if it belongs to one of these owners; removes it in any case. */
export function takeSavedConversation(apiKey: string, owners: readonly string[]): LeftConversation | null {
  try {
    const name = savedConversationKey(apiKey);
    const { at, open, session_id, session_secret, owner, input, transcript, goesOn, muted, paused, person } =
      JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.removeItem(name);
    if (!(Date.now() - at < CONTINUE_SECONDS * 1000) || !owners.includes(owner)) return null;
    if (typeof session_id !== "string" || typeof session_secret !== "string" || !Array.isArray(transcript)) return null;
    const said = transcript.slice(-MAX_MESSAGES).flatMap(readMessage);
    const kept = { open: open === true, session_id, session_secret, owner, transcript: said };
    // Only one that ran as it was left was muted or not. A moment later the service has given it up.
    const runs = goesOn === true && typeof muted === "boolean" && Date.now() - at < LEFT_PAGE_SECONDS * 1000;
    return {
      ...kept,
      input: input === "text" ? "text" : "voice",
      person: readPerson(person),
      call: runs && input === "voice" ? { muted, paused: paused === true } : null,
    };
  } catch {
    return null;
  }
}

/** A saved message as a final one; none if it is invalid. */
function readMessage(message: Partial<Message> | null): Message[] {
  const { id, role, text, at, interrupted, unsent, person } = message ?? {};
  if (typeof id !== "string" || typeof text !== "string" || !text || !ROLES.includes(role)) return [];
  const said = { id, role: role as Message["role"], text, final: true, at: Number(at) || 0 };
  return [
    {
      ...said,
      ...(interrupted === true && { interrupted }),
      ...(unsent === true && { unsent }),
      ...(typeof person === "string" && { person }),
    },
  ];
}

function readPerson(saved: Partial<SavedPerson> | null | undefined): SavedPerson | null {
  const { joined, name, agent_id, agent_name, ice_servers } = saved ?? {};
  if (typeof name !== "string" || typeof agent_id !== "number" || typeof agent_name !== "string") return null;
  return { joined: joined === true, name, agent_id, agent_name, ice_servers: ice_servers ?? null };
}
