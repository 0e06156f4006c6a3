import type { ConversationMessages } from "./messages.ts";

/** Around what the agent has looked up. */
const enAnswers: Pick<ConversationMessages, "searching" | "sources"> = {
  searching: "Searching…",
  sources: "Sources",
};

export default enAnswers;
