import type { ConversationMessages } from "./messages.ts";

/** Before the first conversation, where the owner asks for consent. */
const enConsent: Pick<ConversationMessages, "consentTitle" | "consent" | "agree" | "decline"> = {
  consentTitle: "Before we start",
  consent: "This conversation is processed by an automated agent and may be stored. Do you agree?",
  agree: "I agree",
  decline: "Not now",
};

export default enConsent;
