import type { TransportEvent } from "./transport.ts";

/** No vendor sends longer ids or texts; a conversation with them could be neither shown nor reported. */
const MAX_ID = 256;
const MAX_TEXT = 100_000;

const isId = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= MAX_ID;
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_TEXT;

/**
 * What an event may carry of a vendor's message, by its name; all else is our own, or, as a call's name and arguments, judged where
 * it is read: the agent waits for an answer to each call.
 */
const FIELDS: Record<string, ((value: unknown) => boolean) | null> = {
  // The page may have given all objects a `type`.
  __proto__: null,
  id: isId,
  call_id: isId,
  after: (value) => value === null || isId(value),
  text: isText,
  delta: isText,
};

/**
 * Checks an event that a protocol made from a vendor's message, before it is used: a vendor may send anything.
 * @returns `null` if the event is invalid
 */
export function checkEvent(event: TransportEvent): TransportEvent | null {
  if (event.type === "interrupted") return { ...event, ids: event.ids.filter(isId) };
  if (event.type === "item" && event.id === event.after) return null;
  const fields = Object.entries(event.type === "tool_call" ? event.call : event);
  return fields.every(([name, value]) => FIELDS[name]?.(value) ?? true) ? event : null;
}
