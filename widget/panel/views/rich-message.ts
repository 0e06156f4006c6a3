import { html, type TemplateResult } from "lit/html.js";
import type { Message } from "../../session/state.ts";
import { type Block, type Inline, parseMarkdown } from "./markdown.ts";
import { richTextStyles } from "./rich-text-styles.ts";
import { sourceLinksStyles } from "./source-links-styles.ts";

export { searching, sourceLinks } from "./source-links.ts";

export const styles: string = richTextStyles + sourceLinksStyles;

/** Messages are immutable, so each is parsed once. */
const parsed = new WeakMap<Message, Block[]>();

/** The agent's text with lists, links and emphasis. */
export function markdownText(message: Message): TemplateResult[] {
  let blocks = parsed.get(message);
  if (!blocks) {
    blocks = parseMarkdown(message.text);
    parsed.set(message, blocks);
  }
  return blocks.map(blockView);
}

function blockView(block: Block): TemplateResult {
  if (block.type === "paragraph") return html`<p dir="auto">${block.content.map(inlineView)}</p>`;
  const items = block.items.map((content) => html`<li dir="auto">${content.map(inlineView)}</li>`);
  return block.ordered ? html`<ol start=${block.start}>${items}</ol>` : html`<ul>${items}</ul>`;
}

function inlineView(inline: Inline): TemplateResult | string {
  switch (inline.type) {
    case "text":
      return inline.text;
    case "code":
      return html`<code>${inline.text}</code>`;
    case "strong":
      return html`<strong>${inline.content.map(inlineView)}</strong>`;
    case "em":
      return html`<em>${inline.content.map(inlineView)}</em>`;
    case "link":
      // The title shows where the link really leads.
      return html`<a part="link" href=${inline.href} title=${inline.href} target="_blank" rel="noopener noreferrer"
        >${inline.content.map(inlineView)}</a
      >`;
    default:
      return inline satisfies never;
  }
}
