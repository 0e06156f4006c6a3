import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../shared/markdown/blocks.ts";
import type { Block, Inline } from "../../shared/markdown/tree.ts";
import { readmeSections, toHtml } from "../harness/readme-sections.ts";

/** Our parser beside a kept one: the same structure for texts that nobody here wrote. */

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const inline = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if (node.type === "text") return escaped(node.text);
      if (node.type === "code") return `<code>${escaped(node.text)}</code>`;
      if (node.type === "link") return `<a>${inline(node.content)}</a>`;
      return `<${node.type}>${inline(node.content)}</${node.type}>`;
    })
    .join("");

const block = (one: Block): string => {
  switch (one.type) {
    case "paragraph":
      return `<p>${inline(one.content)}</p>`;
    case "heading":
      return `<h${one.level}>${inline(one.content)}</h${one.level}>`;
    case "code":
      return `<pre><code>${escaped(one.lines.map(({ text }) => text).join("\n"))}</code></pre>`;
    case "quote":
      return `<blockquote>${one.content.map(block).join("")}</blockquote>`;
    case "list": {
      const tag = one.ordered ? "ol" : "ul";
      return `<${tag}>${one.items.map((item) => `<li>${item.map(block).join("")}</li>`).join("")}</${tag}>`;
    }
    case "table":
      return `<table>${one.rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join("")}</tr>`).join("")}</table>`;
    case "rule":
      return "<hr>";
  }
};

/** Structure and words; no attributes, no difference between loose and tight, no blanks. Images are links of ours. */
const plain = (html: string): string =>
  html
    .replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, "<a>$1</a>")
    .replace(/<input[^>]*checked[^>]*>/g, "[x]")
    .replace(/<input[^>]*>/g, "[ ]")
    .replace(/<(\/?)(\w+)[^>]*>/g, (_, end: string, tag: string) => `<${end}${tag === "th" ? "td" : tag}>`)
    .replace(/<\/?(?:p|thead|tbody|br)>/g, " ")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, "")
    .replace(/<a><a>(.*?)<\/a><\/a>/g, "<a>$1</a>");

const ours = (text: string) => plain(parseMarkdown(text).map(block).join(""));

describe("Markdown, as others read it", () => {
  test("READMEs of packages have the same structure", () => {
    const sections = readmeSections(4);
    expect(sections.length).toBeGreaterThan(1_000);
    for (const { file, text } of sections) expect(ours(text), `${file}\n${text}`).toBe(plain(toHtml(text)));
  });
});
