import type { ConversationMessages } from "./messages.ts";

/** While a conversation runs, and right before it. */
const enConversation: Pick<ConversationMessages, "reconnectingHelp" | "pausedHelp" | "starters"> = {
  reconnectingHelp: "Connection lost. Reconnecting… your conversation is saved.",
  pausedHelp: "Your microphone is off, and the agent is waiting.",
  starters: "Suggested questions",
};

export default enConversation;
