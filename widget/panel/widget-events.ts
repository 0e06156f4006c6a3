import type { PersonState } from "../../shared/person.ts";
import type { SessionErrorCode } from "../errors.ts";
import { type InputMode, isLive, type Role, type SessionState, type Status } from "../session/state.ts";

/** The events of `<voice-widget>` with the type of their `detail`; all bubble and are composed. */
export interface VoiceWidgetEvents {
  /** The owner's settings are applied. */
  "voice-widget:ready": null;
  /** The panel opens. Cancelable: it stays closed. */
  "voice-widget:open": null;
  /** The panel closes; a call goes on. */
  "voice-widget:close": null;
  /** A conversation starts. Cancelable: none does. */
  "voice-widget:start": { input: InputMode };
  /** The status has changed. */
  "voice-widget:status": { status: Status };
  /** The service has opened a session. */
  "voice-widget:session": { session_id: string; agent_id: number };
  /** A message was added, or its text has changed; `final` once it changes no more. */
  "voice-widget:message": { id: string; role: Role; text: string; final: boolean };
  /** The agent calls a tool. */
  "voice-widget:tool": { name: string; arguments: Readonly<Record<string, unknown>> };
  /** A person was asked for, has taken the conversation over, has given it back, or did not come. */
  "voice-widget:person": { status: PersonState; name?: string };
  /** Something went wrong; `message` is for the site's owner, not for visitors. */
  "voice-widget:error": { code: SessionErrorCode | "too_long"; message: string };
  /** The conversation is over. */
  "voice-widget:end": { reason: string };
}

/** One event: its name without the prefix, and its detail; none is null. */
export type WidgetEvent = {
  [Name in keyof VoiceWidgetEvents]: Name extends `voice-widget:${infer Short}`
    ? VoiceWidgetEvents[Name] extends null
      ? { type: Short; detail?: null }
      : { type: Short; detail: VoiceWidgetEvents[Name] }
    : never;
}[keyof VoiceWidgetEvents];

/** The events to emit when one state follows another. */
export function eventsBetween(before: SessionState, after: SessionState): WidgetEvent[] {
  const list: WidgetEvent[] = [];
  if (before.status !== after.status) list.push({ type: "status", detail: { status: after.status } });

  const session = sessionOf(after);
  if (session && sessionOf(before)?.session_id !== session.session_id) {
    list.push({ type: "session", detail: { session_id: session.session_id, agent_id: session.agent_id } });
  }

  for (const { id, role, text, final, arguments: args } of after.transcript) {
    const known = before.transcript.find((message) => message.id === id);
    if (role === "tool") {
      if (!known) list.push({ type: "tool", detail: { name: text, arguments: args ?? {} } });
    } else if (text && (known?.text !== text || known.final !== final)) {
      list.push({ type: "message", detail: { id, role, text, final } });
    }
  }

  const [device, earlier] = [deviceFault(after), deviceFault(before)];
  if (device && device !== earlier) {
    list.push({ type: "error", detail: { code: device, message: "The conversation goes on by text." } });
  }
  if (after.status === "error" && before.status !== "error") {
    list.push({ type: "error", detail: { code: after.error.code, message: after.error.message } });
    if (isLive(before)) list.push({ type: "end", detail: { reason: "failed" } });
  }
  if (after.status === "ended" && before.status !== "ended") {
    list.push({ type: "end", detail: { reason: after.reason } });
  }
  return list;
}

const sessionOf = (state: SessionState) => ("session" in state ? state.session : null);
const deviceFault = (state: SessionState) => ("microphone" in state ? state.microphone : null);
