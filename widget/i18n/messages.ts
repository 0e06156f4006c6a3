import type { EndReason } from "../../shared/session.ts";
import type { SessionErrorCode } from "../errors.ts";

/** Browsers that hide the microphone's permission in different places. */
export type BrowserFamily = "chromium" | "firefox" | "safari" | "ios";

/** Every text of the panel. A language that lacks one does not pass the type check. */
export interface Messages {
  close: string;
  startCall: string;
  endCall: string;
  /** The same for a conversation without a microphone. */
  endChat: string;
  mute: string;
  unmute: string;
  stopSpeaking: string;
  send: string;
  inputPlaceholder: string;
  startAgain: string;
  retry: string;
  playSound: string;
  /** In a chat: the microphone's button. */
  switchToVoice: string;
  copyTranscript: string;
  copied: string;

  /** Push-to-talk: the button, and the status while it is not pressed. */
  holdToTalk: string;
  soundSettings: string;
  microphone: string;
  speaker: string;
  volume: string;
  /** Where each browser hides it. */
  allowMicrophone: Record<BrowserFamily, string>;

  connecting: string;
  listening: string;
  thinking: string;
  /** The line was lost for a moment. */
  reconnecting: string;
  speaking: string;
  ended: string;
  /** Why it is over, where the visitor did not end it. */
  endedBecause: Record<Exclude<EndReason, "completed" | "visitor_left">, string>;
  /** Status while the visitor's microphone is silenced. */
  muted: string;
  /** Shown in the last minute of a conversation. */
  lastMinute: string;

  welcome: string;
  orType: string;
  chooseAgent: string;
  /** Name of the list of messages. */
  conversation: string;
  /** Before each message, for those who do not see who it stands by. */
  you: string;
  agent: string;
  usingTool: (name: string) => string;
  usedTool: (name: string) => string;
  interrupted: string;

  consentTitle: string;
  consent: string;
  agree: string;
  decline: string;

  rate: string;
  /** A star's name, 1 to 5. */
  stars: (count: number) => string;
  rated: string;
  /** Asks for words to the stars. */
  comment: string;

  privacy: string;
  terms: string;

  /** What happened, and what the visitor can do. */
  errors: Record<SessionErrorCode, { title: string; help: string }>;
}
