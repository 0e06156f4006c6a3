import type { TransportEvent } from "./transport.ts";

/** No vendor sends longer ids or texts; a conversation with them could be neither shown nor reported. */
const MAX_ID = 256;
const MAX_TEXT = 100_000;

const isId = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= MAX_ID;
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_TEXT;

/**
 * Checks an event that a protocol made from a vendor's message, before it is used: a vendor may send anything.
 * @returns `null` if the event is invalid
 */
export function checkEvent(event: TransportEvent): TransportEvent | null {
  switch (event.type) {
    case "item":
      return isId(event.id) && (event.after === null || isId(event.after)) && event.id !== event.after ? event : null;
    case "speech_started":
    case "speech_stopped":
      return isId(event.id) ? event : null;
    case "user_transcript":
    case "agent_transcript":
      return isId(event.id) && isText(event.text) ? event : null;
    case "agent_delta":
      return isId(event.id) && isText(event.delta) ? event : null;
    case "interrupted":
      return { ...event, ids: event.ids.filter(isId) };
    case "tool_call": {
      const { id, call_id, name, arguments: written } = event.call;
      return isId(id) && isId(call_id) && isText(name) && isText(written) ? event : null;
    }
    case "usage":
      return isId(event.id) ? event : null;
    default:
      return event;
  }
}
