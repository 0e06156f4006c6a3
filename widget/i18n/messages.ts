// Long: every text of the panel, in one table for its translators.
import type { Locale } from "../../shared/languages.ts";
import type { EndReason } from "../../shared/session.ts";
import type { MicrophoneFault, SessionErrorCode } from "../errors.ts";
import type { Plural } from "./plural.ts";

/** Browsers that hide the microphone's permission in different places. */
export type BrowserFamily = "chromium" | "firefox" | "safari" | "ios";

/** The texts that the panel needs at first. */
export interface PanelMessages {
  /** The language of these texts, a BCP 47 tag. */
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
  /** The microphone's button in a chat. */
  switchToVoice: string;

  /** The button that shows the text box in a call. */
  keyboard: string;
  /** The button for what a call needs less often. */
  more: string;
  /** The button that scrolls to the newest message. */
  jumpToLatest: string;
  soundSettings: string;
  /** Continues after a pause, or a conversation that a reload cut off. */
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

  welcome: string;
  /** Name of the list of messages. */
  conversation: string;
  /** Before each message, for screen readers. */
  you: string;
  agent: string;
  usingTool: (name: string) => string;
  usedTool: (name: string) => string;
  interrupted: string;

  privacy: string;
  terms: string;

  /** What happened, and what the visitor can do; English loads those that need no text offline. */
  errors: Record<OfflineError, ErrorText> & Partial<Record<SessionErrorCode, ErrorText>>;
}

/** What a visitor must be able to read without a network. */
export type OfflineError = "unreachable" | "connection_lost";
export interface ErrorText {
  title: string;
  help: string;
}

/**
 * The texts for a conversation, its end, and what can go wrong: English brings these with the chunk that shows them, every
 * other language with the rest.
 */
export interface ConversationMessages {
  consentTitle: string;
  consent: string;
  agree: string;
  decline: string;

  /** Closes a notice. */
  dismiss: string;
  /** Under the status while it reconnects. */
  reconnectingHelp: string;
  /** Under the status during a pause. */
  pausedHelp: string;

  chooseAgent: string;
  /** Push-to-talk: the button, and the status while it is not pressed. */
  holdToTalk: string;
  /** The same button while the microphone is open. */
  talking: string;

  /** Closes the settings. */
  done: string;
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
  /** The button that asks the browser for the devices' names. */
  chooseMicrophone: string;
  speaker: string;
  volume: string;
  /** Name of the meter that shows how loud the visitor is. */
  microphoneLevel: string;
  /** A switch: whether screen readers announce new messages in a call. */
  announce: string;
  /** A switch: the agent waits longer before it answers. */
  moreTime: string;
  /** How fast the agent speaks, and the choices. */
  speed: { title: string; slower: string; usual: string; faster: string };
  /** Before the choice of the language of panel and agent. */
  language: string;
  /** Beside what the agent does otherwise then, during a call. */
  fromNextCall: string;
  /** When a turn of the visitor does not end, as where it is noisy. */
  noPause: string;
  /** The button beside it. */
  usePushToTalk: string;
  startAgain: string;
  /** Shown in the last minute of a conversation. */
  lastMinute: string;
  /** Below it: offers more time, and says what came of it. */
  extension: { question: string; extend: string; granted: string; impossible: string };
  /** Another agent than the one chosen, before a conversation. */
  changeAgent: string;
  /** Beside a message that was typed and could not be sent. */
  notSent: string;
  /** When a call begins and another tab holds one. */
  otherTab: { title: string; talkHere: string };

  /** Help with the microphone. */
  microphoneHelp: {
    /** What to do, step by step. */
    steps: Record<Exclude<MicrophoneFault, "microphone_denied">, readonly string[]> & {
      /** Each browser has its permission in another place. */
      microphone_denied: Record<BrowserFamily, readonly string[]>;
    };
    /** Replaces the title if trying again did not help. */
    still: Record<"microphone_denied" | "microphone_missing" | "microphone_in_use", string>;
    tryAgain: string;
    /** While the browser asks the visitor. */
    asking: string;
    /** The same, once the visitor has not answered for a while. */
    pointAt: string;
    /** Goes on without a microphone. */
    typeInstead: string;
    /** Opens a page that is shown inside another one in a tab of its own. */
    openAlone: string;
    /** The microphone works: asks the visitor to speak and watch the meter. */
    works: string;
    /** The microphone is on, but gives no sound. */
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

  /** Why the conversation ended, if the visitor did not end it. */
  endedBecause: Record<Exclude<EndReason, "completed" | "visitor_left">, string>;
  rate: string;
  /** A star's name, 1 to 5. */
  stars: Plural;
  rated: string;
  /** Asks for a comment with the rating. */
  comment: string;
}

/**
 * The texts for when no call is possible: contact form, opening hours, the queue for a voice line. English brings these with
 * the chunk that shows them.
 */
export interface ContactAndQueueMessages {
  contactTitle: string;
  name: string;
  email: string;
  phone: string;
  message: string;
  optional: string;
  /** The text to agree to if the owner wrote none. */
  consent: string;
  sendContact: string;
  sending: string;
  contactSent: string;
  contactFailed: string;
  /** A contact that the service does not take. */
  contactRefused: string;
  cancel: string;

  /** Of a text with more characters than `most`, which is formatted. */
  tooLong: (most: string) => string;
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
  /** Holds the visitor's turn for one minute longer. */
  oneMoreMinute: string;
  queueLost: string;
}

/**
 * The texts for a person who takes the conversation over. English brings these with the chunk that shows them. A name is
 * the person's, a time a number with its unit.
 */
export interface PersonMessages {
  /** The button that asks for one. */
  ask: string;
  waiting: (time: string) => string;
  /** Lines of the transcript. */
  joined: (name: string) => string;
  left: (name: string) => string;
  missed: string;
  /** The request did not reach the service. */
  unasked: string;
  /** Beside the person's name, in place of the AI notice. */
  badge: string;
  /** The person's connection is lost. */
  away: (name: string) => string;
  typing: (name: string) => string;
  /** The person has read the visitor's last message. */
  seen: string;
  /** Before the title of a page that is hidden. */
  answered: (name: string) => string;
  /** A message that the service does not take. */
  notTaken: string;

  /** The button that asks for sound, in a conversation that goes on in writing. */
  talk: string;
  /** The person asks for it. */
  asked: (name: string) => string;
  accept: string;
  decline: string;
  /** The visitor has asked, and nobody has answered yet. */
  calling: (name: string) => string;
  talking: (name: string) => string;
  declined: (name: string) => string;
  noSound: string;
  callOver: string;
  noMicrophone: string;
  /** The person has muted the microphone. */
  theirsOff: (name: string) => string;
}

/** Every text of the panel. A language that lacks one does not pass the type check. */
export interface Messages extends PanelMessages, ConversationMessages {
  contactAndQueue: ContactAndQueueMessages;
  person: PersonMessages;
  errors: Record<SessionErrorCode, ErrorText>;
}
