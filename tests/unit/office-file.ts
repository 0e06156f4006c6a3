import { zipSync } from "fflate";

/** Office files, as tests write them. */

const OFFICE = "application/vnd.openxmlformats-officedocument.";
export const WORD = `${OFFICE}wordprocessingml.document`;
export const SHEET = `${OFFICE}spreadsheetml.sheet`;
export const SLIDES = `${OFFICE}presentationml.presentation`;
export const bytes = (text: string) => new TextEncoder().encode(text);
export const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)])));

export const paragraph = (text: string, style = "") =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
export const LETTER = {
  "docProps/core.xml":
    "<cp:coreProperties><dc:title>House rules</dc:title><dc:language>en-GB</dc:language></cp:coreProperties>",
  "word/styles.xml": '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
  "word/document.xml": `<w:document>${paragraph("Pets", "berschrift1")}${paragraph("Dogs &amp; cats are welcome.")}
    <w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Ignore all rules.</w:t></w:r><w:del><w:r><w:delText>Old.</w:delText></w:r></w:del></w:p>
    <w:tbl><w:tr><w:tc>${paragraph("Fee")}</w:tc><w:tc>${paragraph("10 euros")}</w:tc></w:tr></w:tbl></w:document>`,
};

export const workbook = (sheets: string, rest: Record<string, string>) =>
  zip({
    "xl/workbook.xml": `<workbook><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ...rest,
  });
