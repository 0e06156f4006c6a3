/** The engine chunk's public face: what the loader imports by URL. */
export { VoiceSession } from "./voice-session.ts";
