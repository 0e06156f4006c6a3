import type { EndReason } from "../../shared/session.ts";
import type { SoundSettings } from "../audio/sound-settings.ts";
import type { InputMode } from "./state.ts";

/** What the visitor or the page asks of the conversation. A command changes no state itself: the next state answers. */
export type SessionCommand =
  /** Begins a conversation; in a typed one, `voice` opens the microphone. Without `input` the owner's settings decide. */
  | { type: "start"; input?: InputMode | undefined }
  | { type: "end"; reason: EndReason }
  | { type: "mute"; muted: boolean }
  | { type: "pause"; paused: boolean }
  | { type: "interrupt" }
  | { type: "typing" }
  | { type: "send_text"; text: string }
  /** New facts about the visitor, without an answer to them. */
  | { type: "send_context"; pairs: Readonly<Record<string, unknown>> }
  /** Something else that the agent has to know, without an answer to it. */
  | { type: "send_note"; text: string }
  /** First without words, then perhaps with them. */
  | { type: "rate"; rating: number; text?: string | undefined }
  | { type: "resume_audio" }
  | { type: "set_sound"; sound: SoundSettings };
