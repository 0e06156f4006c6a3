import type { ConversationMessages } from "./messages.ts";

const enConversation: ConversationMessages = {
  consentTitle: "Before we start",
  consent: "This conversation is processed by an automated agent and may be stored. Do you agree?",
  agree: "I agree",
  decline: "Not now",

  dismiss: "Dismiss",
  reconnectingHelp: "Connection lost. Reconnecting… your conversation is saved.",
  pausedHelp: "Your microphone is off, and the agent is waiting.",

  talkMode: "Talk mode",
  handsFree: "Hands-free",
  pushToTalk: "Push to talk",
  microphone: "Microphone",
  systemDefault: "System default",
  chooseMicrophone: "Choose a microphone",
  speaker: "Speaker",
  volume: "Volume",
  microphoneLevel: "Microphone level",
  announce: "Read new messages aloud with a screen reader",
  changeAgent: "Talk to someone else",

  microphoneHelp: {
    steps: {
      microphone_denied: {
        chromium: [
          "Click the icon left of this page’s address.",
          "Switch the microphone on, or choose “Allow”.",
          "Come back here and try again.",
        ],
        firefox: [
          "Click the crossed-out microphone left of this page’s address.",
          "Remove the block with the ✕ beside it.",
          "Come back here, try again and choose “Allow”.",
        ],
        safari: [
          "In Safari’s menu, choose “Settings for This Website…”.",
          "Set “Microphone” to “Allow”.",
          "Come back here and try again.",
        ],
        ios: [
          "Tap the icon beside the address.",
          "Open the website’s settings and set “Microphone” to “Allow”.",
          "Come back here and try again.",
        ],
      },
      microphone_missing: [
        "Connect a microphone or a headset.",
        "Check that it is switched on in your system’s sound settings.",
        "Come back here and try again.",
      ],
      microphone_in_use: [
        "Close other apps and tabs that use it, such as a video call.",
        "Unplug the microphone and plug it in again.",
        "Come back here and try again.",
      ],
      microphone_insecure: [
        "Browsers allow the microphone only on pages that begin with https.",
        "If you can, open this page with https:// in front of its address.",
      ],
      microphone_blocked_by_frame: [
        "The page around this window does not allow the microphone.",
        "Open this part in its own tab to talk there.",
      ],
    },
    still: {
      microphone_denied: "Still blocked",
      microphone_missing: "Still no microphone found",
      microphone_in_use: "Still in use",
    },
    tryAgain: "Try the microphone again",
    asking: "Waiting for your browser’s answer…",
    typeInstead: "Type instead",
    openAlone: "Open in a new tab",
    works: "Your microphone works. Say something and watch the bar.",
    silent: "Your microphone is on, but we can’t hear anything. Choose another one, or check its mute switch.",
  },

  searching: "Searching…",
  sources: "Sources",
  starters: "Suggested questions",

  copyTranscript: "Copy conversation",
  copied: "Copied",
  copyFailed: "Couldn’t copy. Select the text and copy it yourself.",

  endedBecause: {
    failed: "The conversation was interrupted. You can start again.",
    max_duration: "This conversation reached its time limit. You can start again.",
    credit_exhausted: "The time available for this conversation is used up.",
    operator: "Our team ended the conversation.",
  },
  rate: "How was it?",
  stars: { other: "# of 5 stars" },
  rated: "Thank you!",
  comment: "What could be better, or what did you like? (optional)",
};

export default enConversation;
