import type { TemplateResult } from "lit";

/** What the chunk of a conversation's views lends to the chunks of rare ones. */
export interface SharedViews {
  readonly meter: TemplateResult;
}
