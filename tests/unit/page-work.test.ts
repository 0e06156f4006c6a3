import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { chunksOf } from "../../worker/documents/chunks.ts";
import { visible } from "../../worker/documents/clean.ts";
import { readHtml } from "../../worker/documents/html/read-html.ts";
import { metaCharset } from "../../worker/documents/meta-charset.ts";
import { readSheets } from "../../worker/documents/office/sheets.ts";
import { readDocument } from "../../worker/documents/read.ts";
import { indexDocument } from "../../worker/knowledge/index-document.ts";
import { linkedAddress } from "../../worker/objects/source-crawler/links.ts";
import { compareWork } from "../harness/shared/compare-work.ts";

/** As large as a page may be. */
const LARGE = 2_000_000;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => (at + 1_296).toString(36));
const filled = (piece: string) => piece.repeat(Math.ceil(LARGE / piece.length));
const nested = (inside: string) => `${"<b>".repeat(380)}${inside}${"</b>".repeat(380)}`;

const readOrdinary = () => readHtml(`<h1>x</h1>${filled("<p class=a>hello <b>world</b></p>")}`);

/** A control that names these panels, in attributes of the length that is looked at. */
function control(words: string, panels: string[]): string {
  let attributes = "";
  for (let at = 0; at < panels.length; at += 200) attributes += ` data-${at}="${panels.slice(at, at + 200).join(" ")}"`;
  return `<button${attributes}>${words}</button>`;
}
const panels = (ids: string[]) => ids.map((id) => `<p id=${id}>x`).join("");

// Each of them took three to forty seconds.
test.each([
  ["elements in each other that speak of cookies", filled(nested(`cookies${"<button>x</button>".repeat(290)}`))],
  [
    "a control of thousands of panels",
    control(`y${`<b>${" ".repeat(1_000)}</b>`.repeat(300)}`, numbers(40_000)) + panels(numbers(40_000)),
  ],
  ["an element of many classes around many others", `<div class="${numbers(700).join(" ")}">${filled("<p hidden>x")}`],
  [
    "rules of style sheets that fit until the last ancestor",
    `<style>${numbers(250)
      .map((one) => `.z .k${one}{display:none}`.repeat(8))
      .join("")}</style>${"<div>".repeat(40)}
     ${`<p class="k${numbers(250).join(" k")}">x`.repeat(3_000)}`,
  ],
  [
    "an element with a long id around many others",
    `<div id="${"x".repeat(LARGE / 2)}">${filled("<p hidden>x").slice(LARGE / 2)}`,
  ],
  [
    "rules of style sheets that fit until the last class",
    `<style>${numbers(50)
      .map((one) => `.k${one}.k${numbers(50).join(".k")}.z{display:none}`.repeat(8))
      .join("")}</style>${filled(`<p class="k${numbers(50).join(" k")}">x`)}`,
  ],
  [
    "tall cells above thousands of rows",
    `<table><tr>${"<td rowspan=0>x".repeat(20_000)}${filled("<tr><td>hello <b>world</b></td>")}`,
  ],
  ["tall cells in each other", filled(`${"<td rowspan=9>".repeat(380)}x${"</td>".repeat(380)}`)],
])("a page is read as fast as any of its size: %s", (_, html) => {
  const { times } = compareWork(() => readHtml(`<h1>x</h1>${html}`), readOrdinary, 2.5);
  expect(times).toBeLessThanOrEqual(2.5);
});

/** A page that says this of its business for search engines, and this besides. */
const withData = (data: unknown, text = "") =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script><p>${text}`;
const listed = (count: number, one: (at: number) => object) => numbers(count).map((name, at) => ({ name, ...one(at) }));
const longHours = [`b${"a".repeat(299)}`, ...Array(39).fill("a".repeat(300))];

// They took three to ten times as long; hours as much for each of fifty businesses.
test.each([
  [
    "hours of 12,000 letters that nearly stand in the page",
    withData(
      listed(1, () => ({ openingHours: longHours })),
      filled(`b${"a".repeat(11_998)}`).slice(0, 1_800_000),
    ),
  ],
  [
    "products of thousands of prices",
    withData(
      listed(50, (at) => ({ offers: numbers(40).map((_, nth) => ({ price: at * 100 + nth + 0.77 })) })),
      filled("hello world ").slice(0, 1_800_000),
    ),
  ],
])("what a page says for search engines is read as fast as the page: %s", (_, html) => {
  const { times } = compareWork(() => readHtml(html, "https://a.example/"), readOrdinary, 1);
  expect(times).toBeLessThanOrEqual(1);
});

test("data for search engines of hundreds of thousands of values is not read: it takes thirty times its length", () => {
  const answer = { "@type": "Question", name: "Is it open?", acceptedAnswer: { text: "Always." } };
  const read = (values: number) => readHtml(withData([answer, Array(values).fill({})])).sections;
  expect(read(1_000)).toEqual([{ headings: ["Is it open?"], text: "Always." }]);
  expect(read(250_000)).toEqual([]);
});

test("each day of a week is named once, however often a page says when its business is open", () => {
  const openingHours = Array.from({ length: 40 }, (_, at) => `${"Mo-Su,".repeat(48)} 10:${at + 10}`);
  const { bytes } = readHtml(withData(listed(50, () => ({ openingHours }))), "https://a.example/");
  expect(bytes).toBeGreaterThan(40 * 60);
  expect(bytes).toBeLessThan(50 * 40 * 100);
});

test("the words of what opens panels are not written above each of thousands", () => {
  const ids = numbers(20_000);
  const [even, odd] = [0, 1].map((rest) => ids.filter((_, at) => at % 2 === rest)) as [string[], string[]];
  const html = `${control("mill ".repeat(60), even)}${control("bread ".repeat(50), odd)}${panels(ids)}`;
  const text = chunksOf(readHtml(html)).reduce((sum, one) => sum + one.heading.length + one.text.length, 0);
  expect(text).toBeLessThan(2 * html.length);
});

test("signs that stand for many letters make the index a little longer than letters do at most", () => {
  const words = (sign: string) => {
    const html = `<title>${sign.repeat(300)}</title>${`<h2>b</h2><p>${"c ".repeat(170)}</p>`.repeat(500)}`;
    const { passages } = indexDocument(readHtml(html), { address: "https://a.example/", title: null });
    return passages.reduce((sum, { words }) => sum + Object.values(words).join("").length, 0);
  };
  for (const sign of ["\ufdfa", "\u3316", "\u33ae"]) expect(words(sign)).toBeLessThan(3 * words("a "));
});

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const packed = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])));

test("headings of a Word file have whole levels, or each would stand below all before it", async () => {
  const heading = (level: number) =>
    `<w:p><w:pPr><w:outlineLvl w:val="${level}"/></w:pPr><w:r><w:t>Mill</w:t></w:r></w:p><w:p><w:r><w:t>x</w:t></w:r></w:p>`;
  const levels = Array.from({ length: 300 }, (_, at) => heading(at / 1_000));
  const { sections } = await readDocument(
    packed({ "word/document.xml": `<w:document>${levels.join("")}</w:document>` }),
    WORD,
  );
  expect(Math.max(...sections.map(({ headings }) => headings.length))).toBeLessThanOrEqual(6);
});

// Before, 1 MB of them took three seconds, and twice as many three quarters of a minute.
test("raised signs of a Word file, piece by piece, cost no more than other ones", async () => {
  const run = (look: string) => `<w:p><w:r>${look}${"<w:t>1</w:t>".repeat(170_000)}</w:r></w:p>`;
  const read = async (look: string) => {
    const began = process.cpuUsage();
    await readDocument(packed({ "word/document.xml": `<w:document>${run(look)}</w:document>` }), WORD);
    return process.cpuUsage(began).user;
  };
  await read("");
  const plain = await read("");
  expect(await read('<w:vertAlign w:val="superscript"/>')).toBeLessThan(5 * plain);
});

test("a book of some kilobytes whose chapters unpack to much is refused before they are read", async () => {
  const book = packed({
    "META-INF/container.xml": '<container><rootfile full-path="book.opf"/></container>',
    "book.opf": `<package>${numbers(20)
      .map((id) => `<item id="${id}" href="${id}.xhtml"/><itemref idref="${id}"/>`)
      .join("")}</package>`,
    ...Object.fromEntries(
      numbers(20).map((id) => [`${id}.xhtml`, `<p>x</p>${filled("<i>one word</i>").slice(0, 1_000_000)}`]),
    ),
  });
  const began = process.cpuUsage();
  await expect(readDocument(book, "application/epub+zip")).rejects.toThrow("more than 2 MB");
  const refusing = process.cpuUsage(began).user;
  const reading = process.cpuUsage();
  readOrdinary();
  expect(refusing).toBeLessThan(10 * process.cpuUsage(reading).user);
});

test("what is tracked is taken off an address, and the rest stays", () => {
  const link = (written: string) => linkedAddress(written, "https://mill.example/")?.href;
  expect(link("/bread?utm_source=a&kind=rye&gclid=b")).toBe("https://mill.example/bread?kind=rye");
  expect(link("/bread?gclid=b")).toBe("https://mill.example/bread");
  expect(link("/bread?q=a%20b")).toBe("https://mill.example/bread?q=a%20b");
});

test("the session of a visit is no part of an address, whichever shop or server writes it", () => {
  const link = (written: string) => linkedAddress(written, "https://mill.example/")?.href;
  const id = "4f1c09a7d2b34e6f8a90";
  for (const name of ["osCsid", "zenid", "XTCsid", "CFID", "CFTOKEN", "session", "session_id", "sess"])
    expect(link(`/bread?kind=rye&${name}=${id}`), name).toBe("https://mill.example/bread?kind=rye");
  expect(link(`/bread;jsessionid=${id}?kind=rye`)).toBe("https://mill.example/bread?kind=rye");
  expect(link(`/bread;JSESSIONID=${id}.node1`)).toBe("https://mill.example/bread");
  expect(link(`/rye.jpg;jsessionid=${id}`)).toBeUndefined();
});

test("a session that is a talk or a class stays", () => {
  const link = (written: string) => linkedAddress(written, "https://mill.example/")?.href;
  for (const address of ["/programme?session=12", "/programme?session_id=208", "/classes?session=baking-for-beginners"])
    expect(link(address)).toBe(`https://mill.example${address}`);
  expect(link("/bread;rye=1")).toBe("https://mill.example/bread;rye=1");
});

test("what a page says of its letters is looked for as fast in many elements that each seem to say it", () => {
  const elements = filled("<meta acharset=x");
  const read = (html: string) => () => metaCharset(new TextEncoder().encode(html));
  const { times } = compareWork(read(elements), read(filled("<p class=a>hello")), 20);
  expect(times).toBeLessThanOrEqual(20);
});

test("rows of a sheet that stand in each other are read as fast as rows behind each other", () => {
  const read = (rows: string) => {
    const files = {
      "xl/workbook.xml": '<sheet name="a" id="r1"/>',
      "xl/_rels/workbook.xml.rels": '<Relationship Id="r1" Target="sheet.xml"/>',
      "xl/sheet.xml": rows,
    };
    const bytes = new Map(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
    return () => readSheets(bytes);
  };
  const cells = "<c/>".repeat(200);
  const inside = filled(`${"<row>".repeat(240)}${cells}${"</row>".repeat(240)}`);
  const { times } = compareWork(read(inside), read(filled(`<row>${cells}</row>`)), 4);
  expect(times).toBeLessThanOrEqual(4);
});

test("marks that only something invisible parts from each other are no pile on one letter", () => {
  const marks = (between: string) =>
    `a${filled(`${"\u0315\u0300\u05ae\u0301".repeat(7)}${between}`).slice(0, 100_000)}`;
  const { times } = compareWork(
    () => visible(marks("\u200b")),
    () => visible(marks("b")),
    10,
  );
  expect(times).toBeLessThanOrEqual(10);
});
