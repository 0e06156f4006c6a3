import type { Locale } from "../../shared/languages.ts";
import type { EndReason } from "../../shared/session.ts";
import type { MicrophoneFault, SessionErrorCode } from "../errors.ts";
import type { Plural } from "./plural.ts";

/** Browsers that hide the microphone's permission in different places. */
export type BrowserFamily = "chromium" | "firefox" | "safari" | "ios";

/** What the panel says at first. */
export interface PanelMessages {
  /** The language that these are in, as BCP 47 writes it. */
  tag: Locale;
  /** Beside the agent's name, from the beginning: visitors always see that they talk to a machine. */
  aiNotice: string;
  close: string;
  startCall: string;
  endCall: string;
  /** The same for a conversation without a microphone. */
  endChat: string;
  mute: string;
  unmute: string;
  send: string;
  inputPlaceholder: string;
  retry: string;
  playSound: string;
  /** In a chat: the microphone's button. */
  switchToVoice: string;

  /** Everything of a call but mute and end. */
  more: string;
  /** Where the reader has scrolled up: to the newest message. */
  jumpToLatest: string;
  soundSettings: string;
  /** After a pause, and for a conversation that a reload broke off. */
  resume: string;

  connecting: string;
  listening: string;
  thinking: string;
  /** The connection was lost for a moment. */
  reconnecting: string;
  speaking: string;
  ended: string;
  /** Status while the visitor's microphone is silenced. */
  muted: string;
  paused: string;
  /** Shown in the last minute of a conversation. */
  lastMinute: string;

  welcome: string;
  orType: string;
  /** Name of the list of messages. */
  conversation: string;
  /** Before each message, for those who do not see who it stands by. */
  you: string;
  agent: string;
  usingTool: (name: string) => string;
  usedTool: (name: string) => string;
  interrupted: string;

  privacy: string;
  terms: string;

  /** What happened, and what the visitor can do. */
  errors: Record<SessionErrorCode, { title: string; help: string }>;
}

/**
 * What it says only in a conversation, after it or when something is wrong: English brings these with the chunk that
 * shows them, every other language with the rest.
 */
export interface ConversationMessages {
  consentTitle: string;
  consent: string;
  agree: string;
  decline: string;

  /** Closes a message that needs no answer. */
  dismiss: string;
  /** Under the status, while the connection is made anew. */
  reconnectingHelp: string;
  /** Under the status, in a pause. */
  pausedHelp: string;

  chooseAgent: string;
  /** Push-to-talk: the button, and the status while it is not pressed. */
  holdToTalk: string;
  /** The same button while the microphone is open. */
  talking: string;

  stopSpeaking: string;
  /** Stops both sides for a while: the microphone is off, the agent silent. */
  pause: string;
  /** Before the choice between the two ways to talk. */
  talkMode: string;
  handsFree: string;
  pushToTalk: string;
  microphone: string;
  /** Before the name of the device that the system has chosen. */
  systemDefault: string;
  /** A browser that names no device yet is asked to. */
  chooseMicrophone: string;
  speaker: string;
  volume: string;
  /** Name of the meter that shows how loud the visitor is. */
  microphoneLevel: string;
  /** A switch: whether screen readers say new messages in a call. */
  announce: string;
  startAgain: string;
  /** Another agent than the one chosen, before a conversation. */
  changeAgent: string;

  /** Help with the microphone. */
  microphoneHelp: {
    /** What to do, step by step. */
    steps: Record<Exclude<MicrophoneFault, "microphone_denied">, readonly string[]> & {
      /** Each browser hides its permission elsewhere. */
      microphone_denied: Record<BrowserFamily, readonly string[]>;
    };
    /** In place of the title, after it was tried again in vain. */
    still: Record<"microphone_denied" | "microphone_missing" | "microphone_in_use", string>;
    tryAgain: string;
    /** While the browser is being asked. */
    asking: string;
    /** Goes on without a microphone. */
    typeInstead: string;
    /** A page that is shown inside another one, opened by itself. */
    openAlone: string;
    /** It runs: the visitor is asked to say something and to look at the meter. */
    works: string;
    /** It runs, but gives no sound at all. */
    silent: string;
  };

  /** Status while the agent looks something up on the site's pages. */
  searching: string;
  /** Name of the list of pages under an answer. */
  sources: string;
  /** Name of the list of suggested questions. */
  starters: string;

  copyTranscript: string;
  copied: string;
  copyFailed: string;

  /** Why it is over, where the visitor did not end it. */
  endedBecause: Record<Exclude<EndReason, "completed" | "visitor_left">, string>;
  rate: string;
  /** A star's name, 1 to 5. */
  stars: Plural;
  rated: string;
  /** Asks for words to the stars. */
  comment: string;
}

/**
 * What it says where no call is possible: contact form, opening hours, the queue for a voice line. English brings these
 * with the chunk that shows them.
 */
export interface ContactAndQueueMessages {
  contactTitle: string;
  name: string;
  email: string;
  phone: string;
  message: string;
  optional: string;
  /** What is agreed to where the owner wrote nothing. */
  consent: string;
  sendContact: string;
  sending: string;
  contactSent: string;
  contactFailed: string;
  /** A contact that the service does not take. */
  contactRefused: string;
  cancel: string;

  needName: string;
  needEmail: string;
  needPhone: string;
  needReach: string;
  needConsent: string;

  closedTitle: string;
  /** With the moment of the next opening, in the visitor's own time. */
  opensAt: (when: string) => string;
  closedContact: string;

  busyTitle: string;
  busyHelp: string;
  wait: string;
  place: (place: number) => string;
  stopWaiting: string;
  leaveContact: string;
  yourTurn: string;
  yourTurnHelp: string;
  startNow: string;
  notNow: string;
  queueLost: string;
}

/** Every text of the panel. A language that lacks one does not pass the type check. */
export interface Messages extends PanelMessages, ConversationMessages {
  reception: ContactAndQueueMessages;
}
