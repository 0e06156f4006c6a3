import type { ConversationMessages } from "./messages.ts";

/** After a conversation. */
const enEnding: Pick<
  ConversationMessages,
  | "lastMinute"
  | "extension"
  | "startAgain"
  | "changeAgent"
  | "copyTranscript"
  | "copied"
  | "copyFailed"
  | "notSent"
  | "endedBecause"
  | "rate"
  | "stars"
  | "rated"
  | "comment"
> = {
  lastMinute: "Less than a minute left",
  extension: {
    question: "Do you need more time?",
    extend: "Make it longer",
    granted: "You have more time now.",
    impossible: "This conversation can’t be made longer.",
  },
  startAgain: "Start again",
  changeAgent: "Talk to someone else",
  copyTranscript: "Copy conversation",
  copied: "Copied",
  copyFailed: "Couldn’t copy. Select the text and copy it yourself.",
  notSent: "Not sent",
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

export default enEnding;
