import type { ConversationMessages } from "./messages.ts";

/** Push-to-talk. */
const enTalkButton: Pick<ConversationMessages, "holdToTalk" | "talking"> = {
  holdToTalk: "Hold to talk, or tap",
  talking: "Release or tap to stop",
};

export default enTalkButton;
