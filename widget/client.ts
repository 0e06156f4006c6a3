/** The public entry for clients with a face of their own: `import { VoiceSession } from "voice-widget/client"`. */
export type { SoundSettings } from "./audio/sound-settings.ts";
export type { MicrophoneFault, SessionErrorCode, SessionFault } from "./errors.ts";
export type { InputMode, LiveState, Message, Role, SessionInfo, SessionState, Status } from "./session/state.ts";
export {
  type Levels,
  type ToolContext,
  type ToolHandler,
  VoiceSession,
  type VoiceSessionOptions,
} from "./session/voice-session.ts";
