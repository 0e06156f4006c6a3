import enReception from "./en-reception.ts";
import type { Messages, PanelMessages, ReceptionMessages } from "./messages.ts";

/** The reception's texts in the language: English brings its own with this chunk, the others have them already. */
export const receptionMessages = (texts: PanelMessages): ReceptionMessages =>
  (texts as Partial<Messages>).reception ?? enReception;
