import { html, type TemplateResult } from "lit";
import type { Message } from "../../session/state.ts";
import { conversationViews } from "../load-conversation-views.ts";
import type { Block, Inline } from "./markdown.ts";

/** Messages are immutable: what was parsed once stays so. */
const parsed = new WeakMap<Message, Block[]>();

/** What the agent wrote. No blanks between the tags: they would be shown. */
export function richText(message: Message): TemplateResult {
  let blocks = parsed.get(message);
  if (!conversationViews) return html`<div class="text" dir="auto"><p dir="auto">${message.text}</p></div>`;
  if (!blocks) {
    blocks = conversationViews.parseMarkdown(message.text);
    parsed.set(message, blocks);
  }
  return html`<div class="text" dir="auto">${blocks.map(blockView)}</div>`;
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
      // Where it really leads is to be seen.
      return html`<a part="link" href=${inline.href} title=${inline.href} target="_blank" rel="noopener noreferrer"
        >${inline.content.map(inlineView)}</a
      >`;
    default:
      return inline satisfies never;
  }
}
