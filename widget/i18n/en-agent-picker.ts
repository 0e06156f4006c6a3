import type { ConversationMessages } from "./messages.ts";

/** Where there are several agents. */
const enAgentPicker: Pick<ConversationMessages, "chooseAgent"> = {
  chooseAgent: "Who would you like to talk to?",
};

export default enAgentPicker;
