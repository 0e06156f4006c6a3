import type { TransportEvent } from "../transport/transport.ts";

/** Typed messages' ids begin so in every connection; vendors send these ids back. */
const TYPED = /^msg_/;

/** A connection that is not a conversation's first. */
export interface ConnectionScope {
  /** Prefix for the ids of its items, since two connections may use the same ids. */
  tag: string;
  /** The last item from before the connection, which the vendor does not know. */
  anchor: string | null;
}

/** An event of such a connection, with ids and places of the whole conversation. */
export function inScope(event: TransportEvent, { tag, anchor }: ConnectionScope): TransportEvent {
  const own = (id: string) => (TYPED.test(id) ? id : tag + id);
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
