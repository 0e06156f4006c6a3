import { eventIdOf } from "../client-events.ts";
import { SETTINGS_ARE_KEPT, withoutSecrets } from "../public-session.ts";
import { newId } from "../wire.ts";
import { parse } from "./server-connection.ts";

/** Characters of one message of a page: 1 MiB of audio as base64, and room around it. */
const MAX_MESSAGE = 1_500_000;

/** The events that a page may send; the service alone sets the session's settings. */
const FROM_PAGE = new Set([
  "input_audio_buffer.append",
  "input_audio_buffer.commit",
  "input_audio_buffer.clear",
  "conversation.item.create",
  "conversation.item.retrieve",
  "conversation.item.truncate",
  "conversation.item.delete",
  "response.create",
  "response.cancel",
]);

/** @param event_id of the page's event that it is about */
export function errorEvent(code: string, message: string, event_id: string | null = null): string {
  const error = { type: "invalid_request_error", code, message, param: null, event_id };
  return JSON.stringify({ event_id: newId("event"), type: "error", error });
}

/** The error for a message of the page that is not passed to the server; `null` if it is. */
export function refusalOf(message: string | ArrayBuffer): string | null {
  if (typeof message !== "string" || message.length > MAX_MESSAGE)
    return errorEvent("invalid_event", `Send JSON as text, at most ${MAX_MESSAGE} characters.`);
  const event = parse(message);
  const type = event?.type;
  if (typeof type === "string" && FROM_PAGE.has(type)) return null;
  return errorEvent(
    "invalid_value",
    type === "session.update" ? SETTINGS_ARE_KEPT : "This event is not supported here.",
    eventIdOf(event),
  );
}

/** A server's message without secrets, for the page; `null` if it is no message of the protocol. */
export function toPage(data: unknown): string | null {
  const message = parse(data);
  if (!message || typeof message.type !== "string") return null;
  if (!message.type.startsWith("session.") || !message.session) return data as string;
  return JSON.stringify({ ...message, session: withoutSecrets(message.session) });
}
