import type { TemplateResult } from "lit";
import type { repeat } from "lit/directives/repeat.js";
import type { allMessages } from "../i18n/all-messages.ts";

/** What the chunk of a conversation's views lends to the chunks of rare ones. */
export interface SharedViews {
  readonly allMessages: typeof allMessages;
  readonly meter: TemplateResult;
  readonly repeat: typeof repeat;
}
