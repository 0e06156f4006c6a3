import type { FrameToInbox } from "../../shared/live.ts";
import type { SessionListed, SessionShown } from "../answers.ts";
import { type CallEvent, callAfter } from "./call-state.ts";
import { framed, withEnded } from "./inbox-frames.ts";
import {
  type Connection,
  draftKey,
  type InboxState,
  type LineKind,
  withEntry,
  without,
  withShown,
} from "./inbox-model.ts";
import { sent, settleUnsure } from "./own-lines.ts";

/** How frames and clicks change what the inbox knows. Pure: times are arguments, unix milliseconds. */

export type InboxEvent =
  | { type: "connection"; connection: Connection }
  | { type: "frame"; frame: FrameToInbox; at: number }
  | { type: "earlier"; sessions: readonly SessionListed[] }
  | { type: "choose"; session_id: string | null }
  | { type: "read"; record: SessionShown }
  | { type: "typed"; session_id: string; kind: LineKind; text: string }
  | { type: "sent"; session_id: string; kind: LineKind; text: string; at: number }
  | { type: "asked"; of: "join" | "release"; session_id: string }
  | { type: "quiet" }
  | { type: "call"; change: CallEvent };

/** The next state. Events that say nothing new give the same object. */
export function reduce(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case "connection":
      return connected(state, event.connection);
    case "frame":
      return framed(state, event.frame, event.at);
    case "earlier":
      return withEnded(state, event.sessions);
    case "choose":
      return choose(state, event.session_id);
    case "read":
      return read(state, event.record);
    case "typed":
      return { ...state, drafts: withEntry(state.drafts, draftKey(event.session_id, event.kind), event.text) };
    case "sent":
      return sent(state, event);
    case "asked":
      return { ...state, asked: { of: event.of, session_id: event.session_id }, refusal: null };
    case "quiet":
      return state.chosen ? { ...state, chosen: { ...state.chosen, typing_at: null } } : state;
    case "call":
      return { ...state, call: callAfter(state.call, event.change) };
  }
}

function connected(state: InboxState, connection: Connection): InboxState {
  if (connection === "open") return { ...state, connection };
  return {
    ...state,
    connection,
    asked: null,
    call: callAfter(state.call, { type: "lost" }),
    chosen: state.chosen && { ...state.chosen, typing_at: null },
    outgoing: state.outgoing.map((line) => ({ ...line, unsure: true })),
  };
}

function choose(state: InboxState, session_id: string | null): InboxState {
  if (state.chosen?.session_id === session_id) return state;
  const chosen = session_id && { session_id, record: null, lines: [], shown: null, typing_at: null, seen: null };
  return {
    ...state,
    chosen: chosen || null,
    refusal: null,
    unread: session_id === null ? state.unread : without(state.unread, session_id),
  };
}

function read(state: InboxState, record: SessionShown): InboxState {
  if (state.chosen?.session_id !== record.id) return state;
  const settled = settleUnsure(state, record);
  return withShown({ ...settled, chosen: { ...state.chosen, record } });
}
