import type { TemplateResult } from "lit/html.js";
import { parseMarkdown } from "../../../shared/markdown/blocks.ts";
import type { Block } from "../../../shared/markdown/tree.ts";
import { markdownView } from "../../../shared/markdown/view.ts";
import type { Message } from "../../session/state.ts";
import type { ViewModel } from "../view-model.ts";
import { opensHere } from "./link-tab.ts";
import { richTextStyles } from "./rich-text-styles.ts";
import { sourceLinksStyles } from "./source-links-styles.ts";

export { searching, sourceLinks } from "./source-links.ts";

export const styles: string = richTextStyles + sourceLinksStyles;

/** Messages are immutable, so each is parsed once. */
const parsed = new WeakMap<Message, Block[]>();

/** The agent's text with what its Markdown means; the marks of one that is still written mark all that is there. */
export function markdownText(message: Message, { features }: ViewModel): TemplateResult[] {
  let blocks = parsed.get(message);
  if (!blocks) {
    blocks = parseMarkdown(message.text, { open: !message.final });
    parsed.set(message, blocks);
  }
  return markdownView(blocks, { resolve: (href) => href, sameTab: (href) => opensHere(href, features) });
}
