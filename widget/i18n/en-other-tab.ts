import type { ConversationMessages } from "./messages.ts";

/** When a call begins and another tab holds one. */
const enOtherTab: Pick<ConversationMessages, "otherTab"> = {
  otherTab: { title: "You are talking in another tab", talkHere: "Talk here instead" },
};
export default enOtherTab;
