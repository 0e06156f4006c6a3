import { html, nothing, type TemplateResult } from "lit/html.js";
import { realTarget } from "./real-target.ts";
import type { Block, Inline } from "./tree.ts";

export interface Links {
  /** Where a link leads; null where it is shown as its words alone. */
  resolve(href: string): string | null;
  /** Whether it opens where it stands, and no other tab. */
  sameTab?(href: string): boolean;
}

/** Signs that turn the order of letters around, so that an address reads as another one. */
const OVERRIDES = /[\u202a-\u202e]/g;

const AS_WRITTEN: Links = { resolve: (href) => href };

/** A Markdown tree as the widget and the console show it. */
export const markdownView = (blocks: readonly Block[], links: Links = AS_WRITTEN): TemplateResult[] =>
  blocks.map((block) => blockView(block, links));

function blockView(block: Block, links: Links): TemplateResult {
  const words = (content: readonly Inline[]) => content.map((inline) => inlineView(inline, links));
  switch (block.type) {
    case "paragraph":
      return html`<p dir="auto">${words(block.content)}</p>`;
    case "heading":
      // No heading: those would stand in the outline of the page.
      return html`<p dir="auto"><strong>${words(block.content)}</strong></p>`;
    case "code":
      return html`<pre dir="ltr" tabindex="0"><code>${block.lines.map(({ text }) => text).join("\n")}</code></pre>`;
    case "quote":
      return html`<blockquote>${markdownView(block.content, links)}</blockquote>`;
    case "list": {
      const items = block.items.map(
        (content) => html`<li>${content.map((part, index) => itemView(part, index, links))}</li>`,
      );
      // The numbers stand where the words begin, which a direction of each item would not tell the list.
      return block.ordered
        ? html`<ol dir="auto" start=${block.start}>${items}</ol>`
        : html`<ul dir="auto">${items}</ul>`;
    }
    case "table": {
      const [head = [], ...rows] = block.rows;
      return html`<div class="table" tabindex="0"><table>
        <thead><tr>${head.map((cell) => html`<th scope="col" dir="auto">${words(cell)}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td dir="auto">${words(cell)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
    }
    case "rule":
      return html`<hr>`;
    default:
      return block satisfies never;
  }
}

/** The first paragraph of an item is no block of its own. */
const itemView = (block: Block, index: number, links: Links) =>
  index === 0 && block.type === "paragraph"
    ? block.content.map((inline) => inlineView(inline, links))
    : blockView(block, links);

function inlineView(inline: Inline, links: Links): TemplateResult | string {
  const words = (content: readonly Inline[]): unknown => content.map((one) => inlineView(one, links));
  switch (inline.type) {
    case "text":
      return inline.text.replace(OVERRIDES, "");
    case "code":
      return html`<code>${inline.text}</code>`;
    case "strong":
      return html`<strong>${words(inline.content)}</strong>`;
    case "em":
      return html`<em>${words(inline.content)}</em>`;
    case "del":
      return html`<del>${words(inline.content)}</del>`;
    case "link": {
      // A call or a mail opens no tab. Title, and where the words name another place the link itself, show where it really leads.
      const href = links.resolve(inline.href);
      if (href === null) return html`${words(inline.content)}`;
      const target = realTarget(href, inline.content);
      const tab = links.sameTab?.(href) || /^(?:mailto|tel|sms):/.test(href) ? "_self" : "_blank";
      return html`<a part="link" href=${href || nothing} title=${href || nothing} target=${tab} rel="noopener noreferrer"
        >${words(inline.content)}${target && html` (<bdi>${target}</bdi>)`}</a
      >`;
    }
    default:
      return inline satisfies never;
  }
}
