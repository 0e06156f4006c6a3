import type { ConversationMessages } from "./messages.ts";

/** While a conversation runs, and right before it. */
const enConversation: Pick<ConversationMessages, "reconnectingHelp" | "pausedHelp" | "starters"> = {
  reconnectingHelp: "Connection lost. Reconnecting… your conversation is saved.",
  pausedHelp: "Your microphone is off, and the agent is waiting.",
  starters: "Suggested questions",
};

export default enConversation;

/** The one text about the microphone that must be loaded from the start: the browser asks when a call begins. */
export const ASKING_FOR_MICROPHONE = "Waiting for your browser’s answer…";
