import { zlibSync } from "fflate";
import { expect, test } from "vitest";
import { readPdf } from "../../../worker/documents/pdf.ts";
import { joined } from "./pdf-file.ts";

const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff);

function stream(number: number, content: string): Uint8Array {
  const data = zlibSync(latin1(content), { level: 9 });
  const head = `${number} 0 obj<</Length ${data.length}/Filter/FlateDecode>>stream\n`;
  return joined([latin1(head), data, latin1("\nendstream endobj\n")]);
}

const codes = (lines: string) => `begincmap\n1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n${lines}\nendcmap`;
const IDENTITY = codes("1 beginbfrange\n<0000><ffff><0000>\nendbfrange");

interface Fonts {
  count?: number;
  widths?: string;
  encoding?: string;
  says?: string;
  text?: string;
}

/** A file of one page whose words stand in fonts of two bytes a character. */
function written({ count = 1, widths = "[0 65535 500]", encoding, says = IDENTITY, text = "<00680069>" }: Fonts) {
  const names = Array.from({ length: count }, (_, at) => at);
  const font = (at: number) =>
    `${20 + at} 0 obj<</Type/Font/Subtype/Type0/BaseFont/X/Encoding ${encoding === undefined ? "/Identity-H" : "6 0 R"}/ToUnicode 7 0 R
/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/W ${widths}
/FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 1>>
/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>endobj\n`;
  const content = names.map((at) => `BT /F${at} 12 Tf ${text} Tj ET`).join("\n");
  return joined([
    latin1(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<<${names.map((at) => `/F${at} ${20 + at} 0 R`).join("")}>>>>>>endobj
8 0 obj
4000000000
endobj
`),
    stream(4, content),
    stream(6, encoding ?? ""),
    stream(7, says),
    ...names.map((at) => latin1(font(at))),
    latin1("trailer<</Root 1 0 R>>\n"),
  ]);
}

test("a font whose codes and widths are all said by one range each is read", async () => {
  expect((await readPdf(written({ count: 5 }))).sections).toMatchObject([{ text: "hihihihihi" }]);
});

// Each of them took minutes, or more memory than a Worker has.
test.each<[string, Fonts]>([
  ["widths of four billion codes", { widths: "[0 4000000000 500]" }],
  ["widths of codes whose number is named elsewhere", { widths: "[0 8 0 R 500]" }],
  [
    "ranges of texts that overlap",
    { says: codes(`1 beginbfrange\n${"<0000><ffff><0000>\n".repeat(100_000)}endbfrange`) },
  ],
  ["a range of long texts", { says: codes(`1 beginbfrange\n<0000><ffff><${"0062".repeat(4_000)}>\nendbfrange`) }],
  [
    "ranges of glyphs that overlap",
    { encoding: codes(`1 begincidrange\n${"<0000><ffff> 0\n".repeat(100_000)}endcidrange`) },
  ],
  ["thousands of fonts that say much", { count: 1_000, says: codes(`%${"x".repeat(1_000_000)}`) }],
])("a small file is refused where its fonts take too much work: %s", async (_, fonts) => {
  const file = written(fonts);
  expect(file.length).toBeLessThan(2 * 1024 * 1024);
  await expect(readPdf(file)).rejects.toThrow(/much too large when unpacked/);
});

test("a range of codes that no font has is passed over", async () => {
  const says = codes("1 beginbfrange\n<00000000><00ffffff><0000>\nendbfrange");
  expect((await readPdf(written({ says }))).sections).toMatchObject([{ text: "hi" }]);
});

test("thousands of lengths that codes may have are not compared with each character", async () => {
  const spaces = "<fffe><ffff>\n".repeat(100_000);
  const encoding = `begincmap\n1 begincodespacerange\n${spaces}endcodespacerange\nendcmap`;
  const file = written({ encoding, text: `<${"0068".repeat(100_000)}>` });
  await expect(readPdf(file)).rejects.toThrow("no text");
});
