/** The engine chunk's public face: what the panel loads. */
export { VoiceSession } from "./voice-session.ts";
