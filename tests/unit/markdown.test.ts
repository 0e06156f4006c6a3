import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, type Inline, parseInline, parseMarkdown, safeAddress } from "../../widget/panel/views/markdown.ts";
import { runs } from "../harness/random/runs.ts";

/** The tree in short: `*em*`, `**strong**`, `` `code` `` and `[content](href)` in brackets of their own. */
const show = (nodes: Inline[]): string =>
  nodes
    .map((node) => {
      if (node.type === "text") return node.text;
      if (node.type === "code") return `<code>${node.text}</code>`;
      if (node.type === "link") return `<a ${node.href}>${show(node.content)}</a>`;
      return `<${node.type}>${show(node.content)}</${node.type}>`;
    })
    .join("");
const inline = (text: string) => show(parseInline(text));

const textOf = (nodes: Inline[]): string =>
  nodes.map((node) => ("text" in node ? node.text : textOf(node.content))).join("");

const hrefs = (blocks: Block[]): string[] => {
  const found: string[] = [];
  const walk = (nodes: Inline[]) => {
    for (const node of nodes) {
      if (node.type === "link") found.push(node.href);
      if ("content" in node) walk(node.content);
    }
  };
  for (const block of blocks) {
    if (block.type === "list") block.items.forEach(walk);
    else walk(block.content);
  }
  return found;
};

describe("inline marks", () => {
  it.each([
    ["plain words", "plain words"],
    [
      "**bold** and *italic* and _italic_ and __bold__",
      "<strong>bold</strong> and <em>italic</em> and <em>italic</em> and <strong>bold</strong>",
    ],
    ["**bold with *italic* inside**", "<strong>bold with <em>italic</em> inside</strong>"],
    ["`a*b*c` stays", "<code>a*b*c</code> stays"],
    ["2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"],
    ["**not closed", "**not closed"],
    ["a ** b ** c", "a ** b ** c"],
    ["\\*literal\\*", "*literal*"],
    ["C:\\path", "C:\\path"],
    ["[our *menu*](https://a.example/m?x=1)", "<a https://a.example/m?x=1>our <em>menu</em></a>"],
    ["[mail](mailto:a@b.example)", "<a mailto:a@b.example>mail</a>"],
    [
      "See https://a.example/x. Or (http://b.example)!",
      "See <a https://a.example/x>https://a.example/x</a>. Or (<a http://b.example/>http://b.example</a>)!",
    ],
    ['[titled](https://a.example "hi")', "<a https://a.example/>titled</a>"],
  ])("%s", (text, wanted) => expect(inline(text)).toBe(wanted));
});

describe("blocks", () => {
  it("are paragraphs, lists that keep their numbers, and headings as bold lines", () => {
    expect(parseMarkdown("# Menu\nToday:\n- tea\n- **coffee**\n\n3. three\n4) four\n\nBye\nnow")).toMatchObject([
      { type: "paragraph", content: [{ type: "strong" }] },
      { type: "paragraph", content: [{ text: "Today:" }] },
      { type: "list", ordered: false, items: [[{ text: "tea" }], [{ type: "strong" }]] },
      { type: "list", ordered: true, start: 3, items: [[{ text: "three" }], [{ text: "four" }]] },
      { type: "paragraph", content: [{ text: "Bye\nnow" }] },
    ]);
  });

  it("take nothing of plain text away", () => {
    expect(parseMarkdown("5. ")).toEqual([{ type: "paragraph", content: [{ type: "text", text: "5." }] }]);
    expect(parseMarkdown("-5 degrees")).toMatchObject([{ content: [{ text: "-5 degrees" }] }]);
    expect(parseMarkdown("")).toEqual([]);
  });
});

describe("hostile texts", () => {
  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "//evil.example",
    "/relative",
    "file:///etc/passwd",
    "blob:https://a.example/1",
    "https://",
    "https:evil.example",
    "\u0001https://a.example",
    `https://a.example/${"x".repeat(3_000)}`,
  ])("%s is no address", (address) => {
    expect(safeAddress(address)).toBeNull();
    expect(inline(`[click](${address})`)).not.toContain("<a javascript");
  });

  it("never become markup: HTML stays text", () => {
    const text = '<img src=x onerror=alert(1)> **<script>alert(1)</script>** [<b>x</b>](https://a.example/"onclick="x)';
    const [block] = parseMarkdown(text);
    expect(block).toMatchObject({ type: "paragraph" });
    expect(hrefs(parseMarkdown(text))).toEqual(["https://a.example/%22onclick=%22x"]);
  });

  it("lose no letter, and lead nowhere but to the web and to mailboxes", () => {
    const marks = fc.constantFrom(
      "*",
      "**",
      "_",
      "`",
      "[",
      "](",
      ")",
      "https://a.b",
      "javascript:",
      "\\",
      " ",
      "\n",
      "- ",
      "1. ",
      "x",
      "#",
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
        const text = parts.join("");
        const blocks = parseMarkdown(text);
        for (const href of hrefs(blocks)) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/);
        if (hrefs(blocks).length) return;
        const letters = (value: string) => value.replace(/[^x]/g, "").length;
        const lines = blocks.flatMap((block) => (block.type === "list" ? block.items : [block.content]));
        expect(letters(lines.map(textOf).join(""))).toBe(letters(text));
      }),
      { numRuns: runs(3_000) },
    );
  });

  it.each([
    "[",
    "](",
    "*a ",
    "**a ",
    "_a ",
    "`",
    "[a](",
    "[a](b ",
    "http://",
    "\\",
    "- ",
    "#",
    " ",
    "**a*b",
    "> ",
    "1. *",
  ])("%j over and over costs no more than its length", (piece) => {
    const time = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      // Of the processor: others may have the machine meanwhile.
      const began = process.cpuUsage();
      parseMarkdown(text);
      return process.cpuUsage(began).user / 1_000;
    };
    time(20_000);
    expect(Math.min(...Array.from({ length: 5 }, () => time(20_000)))).toBeLessThan(100);
  });

  it("of endless length stay plain", () => {
    const text = "*a*".repeat(100_000);
    expect(parseMarkdown(text)).toEqual([{ type: "paragraph", content: [{ type: "text", text }] }]);
  });
});
