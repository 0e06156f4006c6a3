import type { TransportEvent } from "../transport/transport.ts";
import type { SessionAction } from "./state.ts";

/** The actions that an event of the connection causes. Tool calls, errors and the end are handled in `active-session.ts`. */
export function actionsOf(event: TransportEvent, at: number): SessionAction[] {
  switch (event.type) {
    case "item":
      return [{ type: "item_placed", id: event.id, after: event.after }];
    case "speech_started":
      return [{ type: "awaiting", awaiting: false }];
    case "speech_stopped":
    case "turn_started":
      return [{ type: "awaiting", awaiting: true }];
    case "user_transcript":
      return [{ type: "message", id: event.id, role: "user", text: event.text, final: event.final, at }];
    case "agent_delta": {
      const { id, delta, spoken } = event;
      const more: SessionAction = { type: "message_delta", id, role: "agent", delta, at };
      return spoken ? [more] : [more, { type: "streaming", streaming: true }];
    }
    case "agent_transcript":
      return [{ type: "message", id: event.id, role: "agent", text: event.text, final: true, at }];
    case "turn_done":
      return [
        { type: "awaiting", awaiting: event.more },
        { type: "streaming", streaming: false },
      ];
    case "interrupted":
      return [
        ...event.ids.map((id) => ({ type: "message_interrupted" as const, id })),
        { type: "streaming", streaming: false },
      ];
    case "playback":
      return [{ type: "playback", playback: event.playback }];
    case "reconnecting":
      return [{ type: "reconnecting", active: event.active }];
    case "error":
      return event.code === "audio_blocked" ? [{ type: "audio_blocked", blocked: true }] : [];
    case "tool_call":
    case "usage":
    case "leaving":
    case "closed":
      return [];
    default:
      return event satisfies never;
  }
}

/** Prefix of the ids of typed messages; vendors send these ids back. */
export const TYPED = "msg_";

/** A connection that is not a conversation's first. */
export interface ConnectionScope {
  /** Prefix for the ids of its items, since two connections may use the same ids. */
  tag: string;
  /** The last item from before the connection, which the vendor does not know. */
  anchor: string | null;
}

/** An event of such a connection, with ids and places of the whole conversation. */
export function inScope(event: TransportEvent, { tag, anchor }: ConnectionScope): TransportEvent {
  const own = (id: string) => (id.startsWith(TYPED) ? id : tag + id);
  switch (event.type) {
    case "item":
      return { ...event, id: own(event.id), after: event.after === null ? anchor : own(event.after) };
    case "interrupted":
      return { ...event, ids: event.ids.map(own) };
    case "tool_call":
      return { ...event, call: { ...event.call, id: own(event.call.id) } };
    default:
      return "id" in event ? { ...event, id: own(event.id) } : event;
  }
}
