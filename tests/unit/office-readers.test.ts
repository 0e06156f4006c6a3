import { Zip, ZipDeflate, zipSync } from "fflate";
import { expect, test } from "vitest";
import { isReadable, readDocument } from "../../worker/documents/read.ts";
import { limit } from "../harness/shared/slowness.ts";
import { bytes, LETTER, paragraph, SHEET, SLIDES, WORD, workbook, zip } from "./office-file.ts";

test("an upload may be of each of these types", () => {
  for (const type of [WORD, SHEET, SLIDES, "application/epub+zip", "text/csv; charset=utf-8"])
    expect(isReadable(type), type).toBe(true);
});

test("rows and columns of an Excel sheet that are hidden stay out; what is folded together can be unfolded, and is read", async () => {
  const cells = (row: number, ...texts: string[]) =>
    texts.map((text, at) => `<c r="${"ABCD"[at]}${row}" t="str"><v>${text}</v></c>`).join("");
  const { sections } = await readDocument(
    workbook('<sheet name="a" r:id="r1"/>', {
      "xl/worksheets/sheet1.xml": `<worksheet><cols><col min="2" max="3" hidden="1"/><col min="4" max="4" hidden="1" outlineLevel="1"/></cols><sheetData>
        <row r="1">${cells(1, "Bean", "Bought for", "Margin", "Sold for")}</row>
        <row r="2">${cells(2, "Yirga", "4", "60%", "10")}</row>
        <row r="3" hidden="1">${cells(3, "Secret", "1", "1%", "1")}</row>
        <row r="4" hidden="1" outlineLevel="1">${cells(4, "Sidamo", "3", "70%", "9")}</row></sheetData></worksheet>`,
    }),
    SHEET,
  );
  expect(sections[0]?.text.split("\n")).toEqual(["Bean: Yirga; Sold for: 10", "Bean: Sidamo; Sold for: 9"]);
});

test("an Office file is read whatever its parts are called", async () => {
  const main = (type: string, target: string) => ({
    "_rels/.rels": `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`,
  });
  const word = await readDocument(
    zip({ ...main("officeDocument", "/word/document22.xml"), "word/document22.xml": LETTER["word/document.xml"] }),
    WORD,
  );
  expect(word.sections[0]?.text).toContain("cats are welcome");
  // As some programs for Windows write the names.
  const sheet = await readDocument(
    zip({
      "xl\\workbook.xml": '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      "xl\\_rels\\workbook.xml.rels":
        '<Relationships><Relationship Id="r1" Target="worksheets/Sheet1.xml"/></Relationships>',
      "xl\\SharedStrings.xml": "<sst><si><t>Rye</t></si></sst>",
      "xl\\worksheets\\sheet1.xml": '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>',
    }),
    SHEET,
  );
  expect(sheet.sections).toEqual([{ headings: ["a"], text: "Rye" }]);
});

test("a file that is nested deeper than any program writes is refused, whatever it holds", async () => {
  const deep = (levels: number) => {
    const [open, close] = ["<w:sdt>".repeat(levels), "</w:sdt>".repeat(levels)];
    return zip({ "word/document.xml": `<w:document>${open}${paragraph("Pets")}${close}</w:document>` });
  };
  expect((await readDocument(deep(200), WORD)).sections).toEqual([{ headings: [], text: "Pets" }]);
  await expect(readDocument(deep(100_000), WORD)).rejects.toThrow("nested too deeply");
});

// Before, a million of them took five seconds and 500 MB.
test("an element with more attributes than any program writes is refused", async () => {
  const file = (count: number) => {
    const attributes = Array.from({ length: count }, (_, at) => `a${at}="1"`).join(" ");
    return zip({ "word/document.xml": `<w:document ${attributes}>${paragraph("Pets").repeat(2)}</w:document>` });
  };
  expect((await readDocument(file(400), WORD)).sections).toEqual([{ headings: [], text: "Pets\n\nPets" }]);
  await expect(readDocument(file(1_000_000), WORD)).rejects.toThrow("too many attributes");
});

test("what a Word file strikes out is marked, and raised digits stay apart from those before them", async () => {
  const run = (text: string, look = "") => `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const raised = '<w:vertAlign w:val="superscript"/>';
  const written = `<w:document><w:p>${run("Bun ")}${run("2", "<w:strike/>")}${run(" €", "<w:dstrike/>")}${run(" 1")}${run("50", raised)}${run(
    " the 1",
  )}${run("st", raised)}</w:p><w:p>${run("Old.", "<w:strike/>")}</w:p><w:p>${run("New.", '<w:strike w:val="0"/>')}</w:p></w:document>`;
  const { sections } = await readDocument(zip({ "word/document.xml": written }), WORD);
  expect(sections[0]?.text.split("\n\n")).toEqual(["Bun ~~2 €~~ 1⁵⁰ the 1st", "~~Old.~~", "New."]);
});

test("an archive whose sizes stand behind its files is read as well", async () => {
  const parts: Uint8Array[] = [];
  const stream = new Zip((_error, part) => void parts.push(part));
  for (const [name, text] of Object.entries(LETTER)) {
    const file = new ZipDeflate(name);
    stream.add(file);
    file.push(bytes(text), true);
  }
  stream.end();
  const { sections } = await readDocument(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()), WORD);
  expect(sections[0]?.headings).toEqual(["Pets"]);
});

test("each row of an Excel sheet stands alone, with its dates, and hidden sheets stay out", async () => {
  const { sections } = await readDocument(
    zip({
      "xl/workbook.xml":
        '<workbook><sheets><sheet name="Rooms" r:id="r1"/><sheet name="Secret" state="hidden" r:id="r2"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      "xl/sharedStrings.xml":
        "<sst><si><t>Room</t></si><si><t>Free from</t></si><si><r><t>Mill </t></r><r><t>loft</t></r></si></sst>",
      "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      "xl/worksheets/sheet1.xml":
        '<worksheet><row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>46082</v></c></row></worksheet>',
      "xl/worksheets/sheet2.xml": '<worksheet><row><c t="inlineStr"><is><t>salary</t></is></c></row></worksheet>',
    }),
    SHEET,
  );
  expect(sections).toEqual([{ headings: ["Rooms"], text: "Room: Mill loft; Free from: 2026-03-01" }]);
});

const shownAs = async (cells: [format: string, value: string][], more = "") => {
  const { sections } = await readDocument(
    zip({
      "xl/workbook.xml": `<workbook>${more}<sheets><sheet name="a" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      "xl/styles.xml": `<styleSheet><numFmts>${cells.map(([format], at) => `<numFmt numFmtId="${200 + at}" formatCode="${format}"/>`).join("")}</numFmts><cellXfs>${cells.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join("")}</cellXfs></styleSheet>`,
      "xl/worksheets/sheet1.xml": `<worksheet><row>${cells.map(([, value], at) => `<c s="${at}"><v>${value}</v></c>`).join("")}</row></worksheet>`,
    }),
    SHEET,
  );
  return sections[0]?.text.split(" | ");
};

test("a number of an Excel sheet is written as people see it there", async () => {
  expect(
    await shownAs([
      ["General", "19.989999999999998"],
      ["General", "3.0000000000000004E-2"],
      ["0.00", "12.5"],
      ["#,##0.00\\ [$€-407]", "1234.5"],
      ["[$$-409]#,##0.00", "4.9"],
      ["&quot;CHF&quot; 0", "20"],
      ["0%", "0.15"],
      ["0.0%", "7.4999999999999997E-2"],
      ["00000", "1067"],
      ["#,##0.00;[Red]\\-#,##0.00", "-3.1"],
      ["# ?/?", "0.5"],
      ["General", "4915112345678"],
      ["@", "42"],
      ["0.0,", "1500"],
    ]),
  ).toEqual([
    "19.99",
    "0.03",
    "12.50",
    "1234.50 €",
    "$4.90",
    "CHF 20",
    "15%",
    "7.5%",
    "01067",
    "-3.10",
    "0.5",
    "4915112345678",
    "42",
    "1500",
  ]);
});

test("days of a workbook that counts from 1904 are those that it shows", async () => {
  expect(
    await shownAs(
      [
        ["yyyy\\-mm\\-dd", "44620"],
        ["hh:mm", "0.375"],
      ],
      '<workbookPr date1904="1"/>',
    ),
  ).toEqual(["2026-03-01", "09:00"]);
});

test("slides are read in their order, each under its title", async () => {
  const slide = (title: string, text: string, more = "") =>
    `<p:sld ${more}><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`;
  const { sections } = await readDocument(
    zip({
      "ppt/slides/slide10.xml": slide("Last", "Goodbye."),
      "ppt/slides/slide2.xml": slide("First", "Hello."),
      "ppt/slides/slide3.xml": slide("Draft", "Not yet.", 'show="0"'),
    }),
    SLIDES,
  );
  expect(sections.map(({ headings, text }) => [headings[0], text])).toEqual([
    ["First", "Hello."],
    ["Last", "Goodbye."],
  ]);
});

test("slides are those that the presentation has, in its order and by its numbers, with tables a row a line", async () => {
  const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
  const slide = (inner: string) => `<p:sld><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`;
  const box = (words: string) => `<p:sp><p:txBody>${text(words)}</p:txBody></p:sp>`;
  const row = (...cells: string[]) => `<a:tr>${cells.map((one) => `<a:tc>${text(one)}</a:tc>`).join("")}</a:tr>`;
  const { sections } = await readDocument(
    zip({
      "ppt/presentation.xml":
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId7"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>',
      "ppt/_rels/presentation.xml.rels":
        '<Relationships><Relationship Id="rId2" Target="slides/slide1.xml"/><Relationship Id="rId7" Target="/ppt/slides/slide9.xml"/></Relationships>',
      "ppt/slides/slide1.xml": slide(box("Goodbye.")),
      "ppt/slides/slide5.xml": slide(box("Taken out.")),
      "ppt/slides/slide9.xml": slide(
        `<p:graphicFrame><a:tbl>${row("Plan", "Price")}${row("Large", "9 euros")}</a:tbl></p:graphicFrame><mc:AlternateContent><mc:Choice>${box("Hello.")}</mc:Choice><mc:Fallback>${box("Hello.")}</mc:Fallback></mc:AlternateContent>`,
      ),
    }),
    SLIDES,
  );
  expect(sections).toEqual([
    { headings: ["Slide 1"], text: "Plan | Price\nLarge | 9 euros\nHello." },
    { headings: ["Slide 2"], text: "Goodbye." },
  ]);
});

test("a book is read in the order of its spine, also where nobody says what it is", async () => {
  const book = zip({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf":
      '<package><metadata><dc:title>The Mill</dc:title><dc:language>en</dc:language></metadata><manifest><item id="b" href="two%20.xhtml"/><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    "OEBPS/one.xhtml": "<html><body><h1>Flour</h1><p>It is ground at night.</p></body></html>",
    "OEBPS/two .xhtml": "<html><body><h1>Water</h1><p>It comes from the hill.</p></body></html>",
  });
  const { title, sections } = await readDocument(book, "application/octet-stream");
  expect(title).toBe("The Mill");
  expect(sections.map(({ text }) => text)).toEqual(["It is ground at night.", "It comes from the hill."]);
});

test("a table of values is read with any separator and in the encoding that Excel saves", async () => {
  const latin = Uint8Array.from('Größe;Preis\r\n"Groß; breit";"4,90 ""netto"""\r\n', (sign) => sign.charCodeAt(0));
  const { sections } = await readDocument(latin, "text/csv", { strict: true });
  expect(sections).toEqual([{ headings: [], text: 'Größe: Groß; breit; Preis: 4,90 "netto"' }]);
});

test("a table whose lines end with the return alone, as Excel's CSV (Macintosh), is read line by line", async () => {
  const { sections } = await readDocument(bytes('Tea;Price\rGreen;4,50\rOolong;"6,00\reach"\r'), "text/csv");
  expect(sections[0]?.text).toBe("Tea: Green; Price: 4,50\nTea: Oolong; Price: 6,00 each");
});

test("cells are parted by what parts most lines alike, not by a comma of a number or of the first line", async () => {
  const text = async (table: string) => (await readDocument(bytes(table), "text/csv")).sections[0]?.text;
  expect(await text("Kaffee;4,50\nTee;3,20\n")).toBe("Kaffee | 4,50\nTee | 3,20");
  expect(await text("Artikel, Sorte;Preis\nKaffee;4,50\n")).toBe("Artikel, Sorte: Kaffee; Preis: 4,50");
  expect(await text("Preisliste 2026\n\nArtikel;Preis\nKaffee;4,50\n")).toContain("Artikel: Kaffee; Preis: 4,50");
  expect(await text("1,2,3\n4,5,6\n")).toBe("1 | 2 | 3\n4 | 5 | 6");
  expect(await text("Tags,Name,Price\nred;blue,Shirt,5\n")).toBe("Tags: red;blue; Name: Shirt; Price: 5");
});

test("the names of columns may stand under a title, where two columns are no names with what they say", async () => {
  const text = async (table: string) => (await readDocument(bytes(table), "text/csv")).sections[0]?.text;
  expect(await text("Kurse 2026;;\n;;\nKurs;Tag;Ort\nYoga;Montag;Saal\n")).toBe(
    "Kurse 2026\nKurs: Yoga; Tag: Montag; Ort: Saal",
  );
  expect(await text("Unser Hof;\n;\nInhaber;Meier\nOrt;Ulm\n")).toBe("Unser Hof\nInhaber | Meier\nOrt | Ulm");
  expect(await text("Unser Hof;\nInhaber;Meier\n")).toBe("Unser Hof\nInhaber | Meier");
});

test("the line that tells Excel what parts the cells is none of the table", async () => {
  const { sections } = await readDocument(bytes("sep=;\r\nSize;Price\r\nXL;4,90\r\n"), "text/csv");
  expect(sections).toEqual([{ headings: [], text: "Size: XL; Price: 4,90" }]);
});

const times = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join("");

// Each of them took ten to thirty seconds, and up to half a gigabyte.
test.each([
  [
    "cells that all name one long text",
    workbook('<sheet name="a" r:id="r1"/>', {
      "xl/sharedStrings.xml": `<sst><si><t>${"mill ".repeat(20_000)}</t></si></sst>`,
      "xl/worksheets/sheet1.xml": times(3_000, () => '<row><c t="s"><v>0</v></c></row>'),
    }),
    SHEET,
    "more than 2 MB of text",
  ],
  [
    "cells that all name one text of white space",
    workbook('<sheet name="a" r:id="r1"/>', {
      "xl/sharedStrings.xml": `<sst><si><t>${" ".repeat(100_000)}</t></si></sst>`,
      "xl/worksheets/sheet1.xml": times(10_000, () => '<row><c t="s"><v>0</v></c></row>'),
    }),
    SHEET,
    "more than 2 MB of text",
  ],
  [
    "rows with nothing but an empty cell far to the right",
    workbook('<sheet name="a" r:id="r1"/>', {
      "xl/worksheets/sheet1.xml": times(100_000, () => '<row><c r="GR1"/></row>'),
    }),
    SHEET,
    "with text",
  ],
  [
    "a long cell over many rows of a Word table",
    zip({
      "word/document.xml": `<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${paragraph("mill ".repeat(20_000))}</w:tc></w:tr>${times(3_000, () => "<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr></w:tc></w:tr>")}</w:tbl>`,
    }),
    WORD,
    "more than 2 MB of text",
  ],
  [
    "a book whose chapters are one file under many names",
    zip({
      "META-INF/container.xml": '<container><rootfile full-path="book.opf"/></container>',
      "book.opf": `<package>${times(400, (at) => `<item id="i${at}" href="a.xhtml?${at}"/><itemref idref="i${at}"/>`)}</package>`,
      "a.xhtml": `<html><body>${"<i></i>".repeat(50_000)}</body></html>`,
    }),
    "application/epub+zip",
    "with text",
  ],
  [
    "slides whose names are numbers of 60,000 digits",
    zip(
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`ppt/slides/slide${`${at}`.repeat(60_000)}_.html`, "<p/>"])),
    ),
    SLIDES,
    "with text",
  ],
  [
    "a format of cells of millions of brackets",
    workbook('<sheet name="a" r:id="r1"/>', {
      "xl/styles.xml": `<numFmts><numFmt numFmtId="200" formatCode="${"[".repeat(23_000_000)}"/></numFmts>`,
      "xl/worksheets/sheet1.xml": "<row/>",
    }),
    SHEET,
    "with text",
  ],
])("a small file is read in a moment, or refused: %s", async (_, file, type, refusal) => {
  const began = process.cpuUsage();
  await expect(readDocument(file, type)).rejects.toThrow(refusal);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000).toBeLessThan(limit(4_000, 15_000));
});

test("sheets that stand in one file are read once", async () => {
  const cells = '<row><c t="str"><v>Mill</v></c></row>';
  const file = workbook('<sheet name="a" r:id="r1"/><sheet name="b" r:id="r1"/>', {
    "xl/worksheets/sheet1.xml": cells,
  });
  expect((await readDocument(file, SHEET)).sections).toEqual([{ headings: ["a"], text: "Mill" }]);
});

test("the words of a first row are not written before others without end", async () => {
  const table = bytes(`${"m".repeat(1_000_000)},price\n${"rye,4\n".repeat(1_000)}`);
  await expect(readDocument(table, "text/csv")).rejects.toThrow("more than 2 MB of text");
});

test.each([
  ["in one part", { "xl/worksheets/sheet1.xml": "<c/>".repeat(2_100_000) }],
  [
    "in several",
    { "xl/sharedstrings.xml": "<si/>".repeat(1_100_000), "xl/worksheets/sheet1.xml": "<c></c>".repeat(1_100_000) },
  ],
])("a file of more elements than a program writes is refused before they are read: %s", async (_, parts) => {
  const file = workbook('<sheet name="a" r:id="r1"/>', parts);
  await expect(readDocument(file, SHEET)).rejects.toThrow("much too large when unpacked");
});

test("a small file that unpacks to more than a Worker holds is refused where it unpacks", async () => {
  const large = zipSync({ "word/document.xml": [new Uint8Array(64 * 1024 * 1024), { level: 9 }] });
  // What the archive says of its sizes is a lie.
  for (const mark of [0x04034b50, 0x02014b50]) {
    const view = new DataView(large.buffer, large.byteOffset, large.byteLength);
    for (let at = 0; at < large.length - 30; at++)
      if (view.getUint32(at, true) === mark) view.setUint32(at + (mark === 0x04034b50 ? 22 : 24), 100, true);
  }
  await expect(readDocument(large, WORD)).rejects.toThrow("much too large when unpacked");
});

test.each([
  ["a file that is cut off", zip(LETTER).slice(0, 300), WORD],
  ["an archive of something else", zip({ "readme.txt": "x" }), "application/zip"],
  ["a format from before 2007", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), WORD],
  [
    "an entity that would grow",
    zip({ "word/document.xml": `<!DOCTYPE a [<!ENTITY b "c">]><w:p><w:t></w:t></w:p>` }),
    WORD,
  ],
])("%s is refused with advice", async (_name, file, type) => {
  await expect(readDocument(file, type)).rejects.toThrow(/\. (Save|Give|Split)/);
});
