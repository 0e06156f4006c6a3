import { SETTINGS_ARE_KEPT, withoutSecrets } from "../public-session.ts";
import { parse } from "./server-connection.ts";

/** Characters of one message of a page: 1 MiB of audio as base64, and room around it. */
const MAX_MESSAGE = 1_500_000;

/** What a page may send; its session's settings are the service's. */
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

export const errorEvent = (code: string, message: string): string =>
  JSON.stringify({ type: "error", error: { type: "invalid_request_error", code, message, param: null } });

/** Whether a page's message goes on to the server; else the error that the page gets. */
export function refusalOf(message: string | ArrayBuffer): string | null {
  if (typeof message !== "string" || message.length > MAX_MESSAGE)
    return errorEvent("invalid_event", `Send JSON as text, at most ${MAX_MESSAGE} characters.`);
  const type = parse(message)?.type;
  if (typeof type === "string" && FROM_PAGE.has(type)) return null;
  return errorEvent(
    "invalid_value",
    type === "session.update" ? SETTINGS_ARE_KEPT : "This event is not supported here.",
  );
}

/** A server's message as the page may have it; `null` for what is no message of the protocol. */
export function toPage(data: unknown): string | null {
  const message = parse(data);
  if (!message || typeof message.type !== "string") return null;
  if (!message.type.startsWith("session.") || !message.session) return data as string;
  return JSON.stringify({ ...message, session: withoutSecrets(message.session) });
}
