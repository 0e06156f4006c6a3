/** The public entry for clients with a user interface of their own: `import { VoiceSession } from "voice-widget/client"`. */
export type { SoundSettings } from "./audio/sound-settings.ts";
export type { MicrophoneFault, SessionErrorCode, SessionFault } from "./errors.ts";
export type { Levels, VoiceSessionOptions } from "./session/options.ts";
export type {
  InputMode,
  LiveState,
  Message,
  Role,
  SessionInfo,
  SessionPerson,
  SessionState,
  Status,
} from "./session/state.ts";
export type { ToolContext, ToolHandler } from "./session/tools.ts";
export { VoiceSession } from "./session/voice-session.ts";
