import enConversation from "./en-conversation.ts";
import type { ConversationMessages, PanelMessages } from "./messages.ts";

/** All texts of the language: English brings a part of its own with this chunk, the others are whole already. */
export const allMessages = (texts: PanelMessages): PanelMessages & ConversationMessages => ({
  ...enConversation,
  ...texts,
});
