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
  lastMinute: "Less than a minute left",

  welcome: "Hello! How can we help?",
  orType: "or type below",
  conversation: "Conversation",
  you: "You:",
  agent: "Agent:",
  usingTool: (name) => `Using ${name}…`,
  usedTool: (name) => `Used ${name}`,
  interrupted: "interrupted",

  privacy: "Privacy",
  terms: "Terms",

  errors: {
    microphone_denied: {
      title: "The microphone is not allowed",
      help: "Allow it beside this page’s address, or type your message.",
    },
    microphone_missing: {
      title: "No microphone was found",
      help: "Connect one, or type your message.",
    },
    microphone_in_use: {
      title: "The microphone is in use",
      help: "Close what uses it, or type your message.",
    },
    microphone_insecure: {
      title: "The microphone needs a secure page",
      help: "You can type your message.",
    },
    microphone_blocked_by_frame: {
      title: "The microphone is blocked on this page",
      help: "You can type your message.",
    },
    unauthorized: {
      title: "We’re not available here right now",
      help: "Please try again later.",
    },
    rate_limited: {
      title: "We’re very busy right now",
      help: "Please wait a minute, then try again.",
    },
    lines_busy: {
      title: "All lines are busy",
      help: "Please try again in a moment.",
    },
    too_many_conversations: {
      title: "Too many conversations at once",
      help: "Please end another one first, or try again in a moment.",
    },
    no_credit: {
      title: "We can’t talk right now",
      help: "Please try again later.",
    },
    agent_unavailable: {
      title: "The assistant isn’t available right now",
      help: "Please try again later.",
    },
    unreachable: {
      title: "We can’t be reached",
      help: "Check your internet connection, or try again later.",
    },
    service_failed: {
      title: "Something went wrong on our side",
      help: "Please try again in a moment.",
    },
    vendor_failed: {
      title: "The conversation couldn’t start",
      help: "Please try again in a moment.",
    },
    connection_lost: {
      title: "The connection was lost",
      help: "Please start again. If it happens again, check your internet connection.",
    },
    audio_blocked: {
      title: "Sound is off",
      help: "Your browser waits for a click before it plays sound.",
    },
    invalid_request: {
      title: "The conversation couldn’t start",
      help: "This page isn’t set up correctly. Please try again later.",
    },
  },
};

export default en;
