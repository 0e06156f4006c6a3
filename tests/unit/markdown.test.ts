import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeAddress } from "../../shared/markdown/address.ts";
import { parseMarkdown } from "../../shared/markdown/blocks.ts";
import { parseInline } from "../../shared/markdown/inline.ts";
import { realTarget } from "../../shared/markdown/real-target.ts";
import type { Block, Inline } from "../../shared/markdown/tree.ts";
import { runs } from "../harness/random/runs.ts";
import { compareWork } from "../harness/shared/compare-work.ts";

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

const shownIn = (blocks: Block[]): string =>
  blocks
    .map((block) => {
      if (block.type === "list") return block.items.map(shownIn).join("\n");
      if (block.type === "quote") return shownIn(block.content);
      if (block.type === "code") return block.lines.map(({ text }) => text).join("\n");
      if (block.type === "table") return block.rows.flat().map(textOf).join(" ");
      return block.type === "rule" ? "" : textOf(block.content);
    })
    .join("\n");

const hrefs = (blocks: Block[]): string[] => {
  const found: string[] = [];
  const walk = (nodes: Inline[]) => {
    for (const node of nodes) {
      if (node.type === "link") found.push(node.href);
      if ("content" in node) walk(node.content);
    }
  };
  for (const block of blocks) {
    if (block.type === "list") found.push(...block.items.flatMap(hrefs));
    else if (block.type === "quote") found.push(...hrefs(block.content));
    else if (block.type === "table") block.rows.flat().forEach(walk);
    else if ("content" in block) walk(block.content);
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
    ["[a](/menu) [b](menu.html?x=1#top) [c](#top)", "<a /menu>a</a> <a menu.html?x=1#top>b</a> <a #top>c</a>"],
    ["[call](tel:+4930123) or [text](sms:+4930123)", "<a tel:+4930123>call</a> or <a sms:+4930123>text</a>"],
    [
      "[Foo](https://a.example/Foo_(bar)) https://a.example/Foo_(bar).",
      "<a https://a.example/Foo_(bar)>Foo</a> <a https://a.example/Foo_(bar)>https://a.example/Foo_(bar)</a>.",
    ],
    ["5*3*2 and john_m_doe@a.example", "5*3*2 and <a mailto:john_m_doe@a.example>john_m_doe@a.example</a>"],
    ["fork of source-map@0.6, kept", "fork of source-map@0.6, kept"],
    ["~~gone~~ and ~5 minutes", "<del>gone</del> and ~5 minutes"],
    ["5~7 years, 100~200 guests", "5~7 years, 100~200 guests"],
    ["约3~5天，价格~100~200元", "约3~5天，价格~100~200元"],
    ["含**「重点」**内容", "含<strong>「重点」</strong>内容"],
    ["**注意：**请带伞。~~旧。~~新", "<strong>注意：</strong>请带伞。<del>旧。</del>新"],
    ['**"강조"**는 *(예)*와', '<strong>"강조"</strong>는 <em>(예)</em>와'],
    ["**Note:**text stays", "**Note:**text stays"],
    ["见https://a.example/x，谢谢。", "见<a https://a.example/x>https://a.example/x</a>，谢谢。"],
    ["（https://a.example/x）です", "（<a https://a.example/x>https://a.example/x</a>）です"],
    ["https://a.exampleをご覧ください", "<a https://a.example/>https://a.example</a>をご覧ください"],
    ["https://a.example/x에서", "<a https://a.example/x>https://a.example/x</a>에서"],
    ["“https://a.example”", "“<a https://a.example/>https://a.example</a>”"],
    [
      "https://zh.a.example/wiki/北京?q=茶",
      "<a https://zh.a.example/wiki/%E5%8C%97%E4%BA%AC?q=%E8%8C%B6>https://zh.a.example/wiki/北京?q=茶</a>",
    ],
    ["9&ndash;17&nbsp;h &mdash; 5&euro;&hellip; &unknown;", "9–17\u00a0h — 5€… &unknown;"],
    ["&toString; &valueOf; &#X41;&#x2f;", "&toString; &valueOf; A/"],
    ["a<br>b<br />c<BR/>d <br class=x> <b>", "a\nb\nc\nd <br class=x> <b>"],
    ['[titled](https://a.example "hi")', "<a https://a.example/>titled</a>"],
  ])("%s", (text, wanted) => expect(inline(text)).toBe(wanted));
});

describe("blocks", () => {
  it("are paragraphs, lists that keep their numbers, and headings", () => {
    expect(parseMarkdown("# Menu\nToday:\n- tea\n- **coffee**\n\n3. three\n4) four\n\nBye\nnow")).toMatchObject([
      { type: "heading", level: 1, content: [{ text: "Menu" }] },
      { type: "paragraph", content: [{ text: "Today:" }] },
      { type: "list", ordered: false, items: [[{ content: [{ text: "tea" }] }], [{ content: [{ type: "strong" }] }]] },
      { type: "list", ordered: true, start: 3, items: [[{ content: [{ text: "three" }] }]] },
      { type: "list", ordered: true, start: 4, items: [[{ content: [{ text: "four" }] }]] },
      { type: "paragraph", content: [{ text: "Bye\nnow" }] },
    ]);
  });

  it("are no code because they are indented: agents fence theirs", () => {
    expect(parseMarkdown("Hours:\n\n      **Mon** 9\n      - Tue\n\nBye")).toMatchObject([
      { type: "paragraph", content: [{ text: "Hours:" }] },
      { type: "paragraph", content: [{ type: "strong" }, { text: " 9" }] },
      { type: "list", items: [[{ content: [{ text: "Tue" }] }]] },
      { type: "paragraph", content: [{ text: "Bye" }] },
    ]);
    const nested = [[{ content: [{ text: "one" }] }, { type: "list", items: [[{ content: [{ text: "two" }] }]] }]];
    expect(parseMarkdown("- one\n\n      - two")).toMatchObject([{ type: "list", items: nested }]);
    const stairs = (steps: number) => Array.from({ length: steps }, (_, step) => `${" ".repeat(step)}x`).join("\n\n");
    const short = `${stairs(18)}\n\n`.repeat(90);
    expect(
      compareWork(
        () => parseMarkdown(stairs(190)),
        () => parseMarkdown(short),
        3,
      ).times,
    ).toBeLessThan(3);
  });

  it.each<[string, (length: number) => string]>([
    ["of a heading whose blanks lead to no end", (length) => `# ${" ".repeat(length)}\u2028`],
    ["of a heading with blanks between its words", (length) => `# a${" ".repeat(length)}b`],
    ["of a line under a table's head", (length) => `a | b\n-|-${"\t".repeat(length)}-`],
  ])("take as long as their length says: %s", (_, text) => {
    const short = text(125);
    const many = () => {
      for (let at = 0; at < 16; at++) parseMarkdown(short);
    };
    expect(compareWork(() => parseMarkdown(text(2_000)), many, 4, 5).times).toBeLessThanOrEqual(4);
  });

  it("keep a heading's words, and nothing of what closes it", () => {
    const words = (text: string) => parseMarkdown(text)[0];
    for (const text of ["# Menu", "# Menu #", "#\tMenu ##  ", "  # Menu  "])
      expect(words(text)).toMatchObject({ type: "heading", level: 1, content: [{ text: "Menu" }] });
    expect(words("## C#")).toMatchObject({ level: 2, content: [{ text: "C#" }] });
    expect(words("#")).toMatchObject({ type: "heading", content: [] });
    expect(words("#Menu")).toMatchObject({ type: "paragraph" });
  });

  it("take nothing of plain text away", () => {
    expect(parseMarkdown("It costs\n5. ")).toMatchObject([{ content: [{ text: "It costs\n5." }] }]);
    expect(parseMarkdown("-5 degrees")).toMatchObject([{ content: [{ text: "-5 degrees" }] }]);
    expect(parseMarkdown("")).toEqual([]);
  });
});

describe("a text that is still written", () => {
  it.each([
    "We have **rye** and *spelt*, `code` too.",
    "See [our *menu*](https://a.example/m) now, **or never**.",
    "# Hours\n\nToday:\n\n- **eight**\n- nine\n\n1. one\n2. two",
    "Do:\n\n```js\na * b\n```\n\nand > that.",
    "| Size | Price |\n|---|---|\n| S | **3** |",
    "> quoted **well**\n\n~~old~~ new",
    "含**「重点」**内容，~~旧~~新 5~7",
    "Hours:\n\n      **Mon** 9\n      - Tue\n\n        - Wed\n\nBye",
    "| A | B |\n|---|---|\n| 1<br>2 | 3<br />4 |\n\nx < y",
    "Before\n\n---\n\nbetween\n\n***\n\nand\n\n___\n\nafter",
  ])("shows no mark that goes when more of it comes: %j", (text) => {
    const all = shownIn(parseMarkdown(text)).replace(/\s/g, "");
    for (let length = 1; length <= text.length; length++) {
      const shown = shownIn(parseMarkdown(text.slice(0, length), { open: true })).replace(/\s/g, "");
      expect(all.startsWith(shown), `${JSON.stringify(text.slice(0, length))} shows ${shown}`).toBe(true);
    }
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
    "//evil.example/x",
    "/\\evil.example",
    "\\\\evil.example",
    "a\tb:c",
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
        for (const href of hrefs(blocks)) expect(href).not.toMatch(/^(?!https?:\/\/|mailto:)[a-z]+:/i);
        // Neither an address nor the name of a code block's language is shown.
        if (hrefs(blocks).length || text.includes("```")) return;
        const letters = (value: string) => value.replace(/[^x]/g, "").length;
        expect(letters(shownIn(blocks))).toBe(letters(text));
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

  it("may begin with a byte order mark", () => {
    expect(parseMarkdown("\uFEFF# Prices\n\nAll fresh")).toEqual([
      { type: "heading", level: 1, content: [{ type: "text", text: "Prices", at: 3 }] },
      { type: "paragraph", content: [{ type: "text", text: "All fresh", at: 11 }] },
    ]);
  });

  it("of endless length stay plain", () => {
    const text = "*a*".repeat(100_000);
    expect(parseMarkdown(text)).toEqual([{ type: "paragraph", content: [{ type: "text", text, at: 0 }] }]);
  });
});

describe("where a link really leads", () => {
  const targetOf = (text: string): string => {
    const link = parseInline(text).find((node) => node.type === "link");
    if (!link) throw new Error(`no link in ${text}`);
    return realTarget(link.href, link.content);
  };
  it.each([
    ["[https://bank.example](https://evil.example/a)", "evil.example"],
    ["[www.bank.example](https://evil.example)", "evil.example"],
    ["[bank.example](https://evil.example)", "evil.example"],
    ["[bank.example](https://bank.example.evil.com)", "bank.example.evil.com"],
    ["[Sign in at **https://bank.example/login** now](https://evil.example)", "evil.example"],
    ["https://bank.example@evil.example/", "evil.example"],
    ["[bank.example](https://bаnk.example)", "xn--bnk-6cd.example"],
    ["[help@bank.example](mailto:help@evil.example)", "help@evil.example"],
    ["[+49 30 1234567](tel:+4990012345)", "+4990012345"],
  ])("%s is shown with %s", (text, target) => expect(targetOf(text)).toBe(target));
  it.each([
    "https://bank.example/a?b=c#d",
    "www.bank.example",
    "[our menu](https://bank.example)",
    "[Bank.example](https://www.bank.example/login)",
    "[https://bank.example](https://shop.bank.example/)",
    "[https://bank.example:8443/x](https://bank.example:8443/x)",
    "[bänk.example](https://bänk.example)",
    "[order 123456](/orders/123456)",
    "[Help@bank.example](mailto:help@bank.example?subject=Hi)",
    "[write to us](mailto:help@bank.example)",
    "[030 1234567](tel:+49301234567)",
    "[call us](tel:+49301234567)",
  ])("%s is shown as it is", (text) => expect(targetOf(text)).toBe(""));
  it("looks at a bounded part of its words", () => {
    const look = (length: number) => () => {
      for (const href of ["https://evil.example/", "mailto:a@evil.example", "tel:+4990012345"])
        for (let at = 0; at < 20; at++) realTarget(href, [{ type: "text", text: "a.".repeat(length), at: 0 }]);
    };
    expect(compareWork(look(20_000), look(1_000), 4, 5).times).toBeLessThanOrEqual(4);
  });
});
