import type { PanelMessages } from "./messages.ts";

/** English is built in: it is there before any other text can be loaded. */
const en: PanelMessages = {
  tag: "en",
  aiNotice: "AI assistant",
  close: "Close",
  startCall: "Start call",
  endCall: "End call",
  endChat: "End chat",
  mute: "Mute",
  unmute: "Unmute",
  send: "Send",
  inputPlaceholder: "Type a message",
  retry: "Try again",
  playSound: "Play sound",
  switchToVoice: "Switch to voice",

  keyboard: "Keyboard",
  more: "More",
  jumpToLatest: "Jump to latest",
  soundSettings: "Sound settings",
  resume: "Continue",

  connecting: "Connecting…",
  listening: "Listening",
  thinking: "Thinking…",
  reconnecting: "Reconnecting…",
  speaking: "Speaking",
  ended: "Conversation ended",
  muted: "Your microphone is off",
  paused: "Paused",

  welcome: "Hello! How can we help?",
  conversation: "Conversation",
  you: "You:",
  agent: "Agent:",
  usingTool: (name) => `Using ${name}…`,
  usedTool: (name) => `Used ${name}`,
  interrupted: "interrupted",

  privacy: "Privacy",
  terms: "Terms",

  /** The others are in en-errors.ts: they follow an answer, so they can still be loaded. */
  errors: {
    unreachable: {
      title: "We can’t be reached",
      help: "Check your internet connection, or try again later.",
    },
    connection_lost: {
      title: "The connection was lost",
      help: "Please start again. If it happens again, check your internet connection.",
    },
  },
};

export default en;
