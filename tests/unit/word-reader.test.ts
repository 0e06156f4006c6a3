import { expect, test } from "vitest";
import { readDocument } from "../../worker/documents/read.ts";
import { LETTER, paragraph, WORD, zip } from "./office-file.ts";

/** Files of Word, as far as visitors would read them. */

test("a Word file is read by its headings and tables, without what is hidden or deleted", async () => {
  const { title, language, sections } = await readDocument(zip(LETTER), WORD);
  expect({ title, language }).toEqual({ title: "House rules", language: "en-GB" });
  expect(sections).toEqual([{ headings: ["Pets"], text: "Dogs & cats are welcome.\n\nFee | 10 euros" }]);
});

test("a Word file keeps its hyphens, and has what was moved and how words are read in its place alone", async () => {
  const run = (inner: string) => `<w:r>${inner}</w:r>`;
  const moved = run("<w:t>Breakfast is at 8.</w:t>");
  const { sections } = await readDocument(
    zip({
      "word/document.xml": `<w:document>
        <w:p>${run("<w:t>Cancel 1</w:t><w:noBreakHyphen/><w:t>24 hours ahead, by e</w:t><w:noBreakHyphen/><w:t>mail.</w:t>")}</w:p>
        <w:p><w:moveFrom>${moved}</w:moveFrom></w:p>
        <w:p><w:r><w:ruby><w:rt>${run("<w:t>とうきょう</w:t>")}</w:rt><w:rubyBase>${run("<w:t>東京</w:t>")}</w:rubyBase></w:ruby></w:r></w:p>
        <w:p><w:moveTo>${moved}</w:moveTo></w:p></w:document>`,
    }),
    WORD,
  );
  expect(sections.map(({ text }) => text)).toEqual([
    "Cancel 1-24 hours ahead, by e-mail.\n\n東京\n\nBreakfast is at 8.",
  ]);
});

test("a Word file keeps the ticks and signs of its fonts for symbols", async () => {
  const cell = (sign: string) => `<w:tc><w:p><w:r>${sign}</w:r></w:p></w:tc>`;
  const sign = (font: string, code: string) => cell(`<w:sym w:font="${font}" w:char="${code}"/>`);
  const { sections } = await readDocument(
    zip({
      "word/document.xml": `<w:document><w:tbl><w:tr>${cell("<w:t>Breakfast</w:t>")}${sign("Wingdings", "F0FC")}${sign("Wingdings", "F0FB")}</w:tr>
        <w:tr>${cell("<w:t>Price</w:t>")}${sign("Symbol", "F0A0")}${sign("Wingdings 2", "0052")}${sign("Arial", "2030")}${sign("Webdings", "F041")}</w:tr></w:tbl></w:document>`,
    }),
    WORD,
  );
  expect(sections[0]?.text.split(/\n+/)).toEqual(["Breakfast | ✓ | ✗", "Price | € | ☑ | ‰"]);
});

test("of what was deleted under review, signs and hyphens stay out as well, and so do they of what is hidden", async () => {
  const tick = '<w:sym w:font="Wingdings" w:char="F0FC"/>';
  const cross = '<w:sym w:font="Wingdings" w:char="F0FB"/>';
  const { sections } = await readDocument(
    zip({
      "word/document.xml": `<w:document><w:p><w:r><w:t>Breakfast: </w:t></w:r><w:del><w:r>${tick}</w:r></w:del><w:ins><w:r>${cross}</w:r></w:ins></w:p>
        <w:p><w:r><w:t>Room</w:t></w:r><w:del><w:r><w:noBreakHyphen/><w:br/><w:delText>1</w:delText></w:r></w:del><w:r><w:t>s</w:t></w:r></w:p></w:document>`,
    }),
    WORD,
  );
  expect(sections.map(({ text }) => text)).toEqual(["Breakfast: ✗\n\nRooms"]);
});

test("words on both sides of a tab to the margin stay apart", async () => {
  const { sections } = await readDocument(
    zip({
      "word/document.xml":
        '<w:document><w:p><w:r><w:t>Single</w:t><w:ptab w:alignment="right"/><w:t>50 euros</w:t></w:r></w:p></w:document>',
    }),
    WORD,
  );
  expect(sections[0]?.text).toBe("Single 50 euros");
});

test("what a cell over several rows of a Word table says stands in each of them", async () => {
  const cell = (text: string, merge = "") => `<w:tc><w:tcPr>${merge}</w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const { sections } = await readDocument(
    zip({
      "word/document.xml": `<w:document><w:tbl>${row(cell("Season"), cell("Room"), cell("Price"))}
        ${row(cell("Summer", '<w:vMerge w:val="restart"/>'), cell("Single"), cell("50"))}
        ${row(cell("", "<w:vMerge/>"), cell("Double"), cell("80"))}
        ${row(cell("Winter", '<w:vMerge w:val="restart"/>'), cell("Both", '<w:gridSpan w:val="2"/>'))}
        ${row(cell("", '<w:vMerge w:val="continue"/>'), cell("Suite"), cell("120"))}
        ${row(cell(""), cell("Attic"), cell("20"))}</w:tbl></w:document>`,
    }),
    WORD,
  );
  expect(sections[0]?.text.split(/\n+/)).toEqual([
    "Season | Room | Price",
    "Summer | Single | 50",
    "Summer | Double | 80",
    "Winter | Both",
    "Winter | Suite | 120",
    "Attic | 20",
  ]);
});

test("a Word file has the notes at the foot of its pages, and those at its end", async () => {
  const notes = (name: string, text: string) =>
    `<w:${name}s><w:${name} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:${name}><w:${name} w:id="1">${paragraph(text)}</w:${name}></w:${name}s>`;
  const { sections } = await readDocument(
    zip({
      ...LETTER,
      "word/footnotes.xml": notes("footnote", "Not in May."),
      "word/endnotes.xml": notes("endnote", "As of 2026."),
    }),
    WORD,
  );
  expect(sections).toEqual([
    { headings: ["Pets"], text: "Dogs & cats are welcome.\n\nFee | 10 euros\n\nNot in May.\n\nAs of 2026." },
  ]);
});
