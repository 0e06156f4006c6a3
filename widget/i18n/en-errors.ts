import type { Messages, OfflineError } from "./messages.ts";

/** What can go wrong while the service can be reached. */
const enErrors: Omit<Messages["errors"], OfflineError> = {
  audio_blocked: {
    title: "Sound is off",
    help: "Your browser waits for a click before it plays sound.",
  },
  microphone_denied: {
    title: "The microphone is not allowed",
    help: "Allow it beside this page’s address, then start a new call. Or type your message.",
  },
  microphone_missing: {
    title: "No microphone was found",
    help: "Connect a microphone or headset, then start a new call. Or type your message.",
  },
  microphone_in_use: {
    title: "The microphone is in use",
    help: "Close other apps or tabs that use it, then start a new call. Or type your message.",
  },
  microphone_insecure: {
    title: "The microphone needs a secure page",
    help: "You can type your message.",
  },
  microphone_blocked_by_frame: {
    title: "The microphone is blocked on this page",
    help: "The page that shows this window does not allow it. You can type your message.",
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
  service_failed: {
    title: "Something went wrong on our side",
    help: "Please try again in a moment.",
  },
  vendor_failed: {
    title: "The conversation couldn’t start",
    help: "Please try again in a moment.",
  },
  invalid_request: {
    title: "The conversation couldn’t start",
    help: "This page isn’t set up correctly. Please try again later.",
  },
};

export default enErrors;
