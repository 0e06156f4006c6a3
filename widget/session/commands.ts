import type { EndReason } from "../../shared/session.ts";
import type { SoundSettings } from "../audio/sound-settings.ts";
import type { InputMode } from "./state.ts";

/** A command of visitor or page to the conversation. It changes no state: the next state shows what came of it. */
export type SessionCommand =
  /** Begins a conversation; in a typed one, `voice` opens the microphone. Without `input` the owner's settings decide. */
  | { type: "start"; input?: InputMode | undefined }
  | { type: "end"; reason: EndReason }
  | { type: "mute"; muted: boolean }
  | { type: "pause"; paused: boolean }
  | { type: "interrupt" }
  | { type: "typing" }
  | { type: "send_text"; text: string }
  /** New facts about the visitor, which the agent does not answer. */
  | { type: "send_context"; pairs: Readonly<Record<string, unknown>> }
  /** Anything else that the agent must know, which it does not answer. */
  | { type: "send_note"; text: string }
  /** First without a comment, then perhaps with one. */
  | { type: "rate"; rating: number; text?: string | undefined }
  /** Asks for a person. Waits for the code that can, and for an agent that may be asked for one. */
  | { type: "request_person"; reason?: string | undefined }
  | { type: "resume_audio" }
  | { type: "set_sound"; sound: SoundSettings };

/** What is typed, without spaces around it; a page without types may give anything as its text. */
export const wordsOf = ({ text }: { text: unknown }): string => String(text ?? "").trim();
