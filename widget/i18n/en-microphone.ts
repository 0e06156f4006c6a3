import type { ConversationMessages } from "./messages.ts";

/** Help with the microphone. */
const enMicrophone: Pick<ConversationMessages, "dismiss" | "noPause" | "usePushToTalk" | "microphoneHelp"> = {
  dismiss: "Dismiss",
  noPause: "The agent hears no pause, so it cannot tell when you are done.",
  usePushToTalk: "Use push-to-talk",
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
        "Open it in a new tab to talk.",
      ],
    },
    still: {
      microphone_denied: "Still blocked",
      microphone_missing: "Still no microphone found",
      microphone_in_use: "Still in use",
    },
    tryAgain: "Try the microphone again",
    asking: "Waiting for your browser’s answer…",
    pointAt: "Your browser asks for the microphone beside this page’s address. Answer there, or just type.",
    typeInstead: "Type instead",
    openAlone: "Open in a new tab",
    works: "Your microphone works. Say something and watch the bar.",
    silent: "Your microphone is on, but we can’t hear anything. Choose another one, or check its mute switch.",
  },
};

export default enMicrophone;
