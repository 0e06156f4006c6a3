import enPerson from "./en-person.ts";
import type { Messages, PanelMessages, PersonMessages } from "./messages.ts";

/** The texts for a person in the conversation: English brings them with this chunk, other languages have them already. */
export const personMessages = (texts: PanelMessages): PersonMessages => (texts as Partial<Messages>).person ?? enPerson;
