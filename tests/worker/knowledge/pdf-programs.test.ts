import { zlibSync } from "fflate";
import { expect, test } from "vitest";
import { readPdf } from "../../../worker/documents/pdf.ts";
import { joined } from "./pdf-file.ts";

const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff);
const signs = (text: string) => [...latin1(text)];
const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value)];

const fonts = (count: number) => Array.from({ length: count }, (_, at) => at);

function stream(number: number, content: Uint8Array, more = ""): Uint8Array {
  const data = zlibSync(content, { level: 9 });
  const head = `${number} 0 obj<</Length ${data.length}/Filter/FlateDecode${more}>>stream\n`;
  return joined([latin1(head), data, latin1("\nendstream endobj\n")]);
}

/** A file of one page. */
const page = (fonts: string, content: string, ...objects: Uint8Array[]) =>
  joined([
    latin1(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<<${fonts}>>>>>>endobj
`),
    stream(4, latin1(content)),
    ...objects,
    latin1("trailer<</Root 1 0 R>>\n"),
  ]);

const DESCRIPTOR =
  "/FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 1";
/** A file whose words stand in a font with a program of its own. */
const written = (subtype: string, key: string, program: Uint8Array, more = "") =>
  page(
    `/F<</Type/Font/Subtype/${subtype}/BaseFont/X/FirstChar 65/LastChar 65/Widths[500]${DESCRIPTOR}/${key} 6 0 R>>>>`,
    "BT /F 12 Tf (Ahi) Tj ET",
    stream(6, program, more),
  );

/** A Type 1 font in which code 65 is an eszett, and each part of its program calls the next one twice. */
function type1(parts: number): Uint8Array {
  const locked = (bytes: readonly number[], key: number) => {
    let left = key;
    return [0, 0, 0, 0, ...bytes].map((byte) => {
      const sign = byte ^ (left >> 8);
      left = ((sign + left) * 52_845 + 22_719) & 0xffff;
      return sign;
    });
  };
  const entry = (name: string, program: number[], end: string) => {
    const data = locked(program, 4_330);
    return [...signs(`${name} ${data.length} RD `), ...data, ...signs(` ${end}\n`)];
  };
  const call = (part: number) => [part + 139, 10];
  const body = [
    ...signs(`dup /Private 8 dict dup begin /Subrs ${parts} array\n`),
    ...Array.from({ length: parts }, (_, at) =>
      entry(`dup ${at}`, at === parts - 1 ? [11] : [...call(at + 1), ...call(at + 1), 11], "NP"),
    ).flat(),
    ...signs("ND\n2 index /CharStrings 2 dict dup begin\n"),
    ...["/.notdef", "/germandbls"].flatMap((name) => entry(name, [139, 239, 13, ...call(0), 14], "ND")),
    ...signs("end\nend\n"),
  ];
  const head = `%!PS-AdobeFont-1.0: X
/FontMatrix [0.001 0 0 0.001 0 0] def
/Encoding 256 array dup 65 /germandbls put readonly def
currentfile eexec
`;
  return Uint8Array.from([...signs(head), ...locked(body, 55_665)]);
}

/** A CFF font in which code 65 is an eszett, whose shared parts each call the next one fifteen times. */
function cff(shared: Uint8Array): Uint8Array {
  const list = (items: number[][]) => {
    const ends = items.map((_, at) => 1 + items.slice(0, at + 1).flat().length);
    return items.length === 0 ? [0, 0] : [...u16(items.length), 4, ...u32(1), ...ends.flatMap(u32), ...items.flat()];
  };
  const ESZETT = 149;
  const parts: [operator: number, data: number[]][] = [
    [15, [0, ...u16(ESZETT)]],
    [16, [0, 1, 65]],
    [17, list([[14], [32, 29, 14]])],
  ];
  const head = [1, 0, 4, 4, ...list([[88]])];
  const top = (from: number) => {
    let at = from;
    return list([
      parts.flatMap(([operator, data]) => {
        const place = [29, ...u32(at), operator];
        at += data.length;
        return place;
      }),
    ]);
  };
  const before = head.length + top(0).length + list([]).length + shared.length;
  return joined([
    Uint8Array.from([...head, ...top(before), ...list([])]),
    shared,
    Uint8Array.from(parts.flatMap(([, data]) => data)),
  ]);
}

/** As many parts as may call each other. */
const CALLING = (() => {
  const parts = Array.from({ length: 10 }, (_, at) =>
    at === 9 ? [11] : [...Array.from({ length: 15 }, () => [33 + at, 29]).flat(), 11],
  );
  const ends = parts.map((_, at) => 1 + parts.slice(0, at + 1).flat().length);
  return Uint8Array.from([...u16(10), 4, ...u32(1), ...ends.flatMap(u32), ...parts.flat()]);
})();

/** A list whose every other entry is the same megabyte. */
const SAME_BYTES = (() => {
  const bytes = 1_000_000;
  const offsets = Array.from({ length: 20_001 }, (_, at) => u32(at % 2 === 0 && at < 20_000 ? 1 : bytes + 1)).flat();
  return joined([Uint8Array.from([...u16(20_000), 4]), Uint8Array.from(offsets), new Uint8Array(bytes)]);
})();

/** A TrueType font whose codes are said by ranges that each hold all codes. */
function trueType(ranges: number): Uint8Array {
  const ends = (value: number[]) => Array.from({ length: ranges }, () => value).flat();
  const table = [
    ...[...u16(4), ...u16(16 + 8 * ranges), 0, 0, ...u16(2 * ranges), 0, 0, 0, 0, 0, 0],
    ...[...ends(u16(0xfffe)), 0, 0, ...ends(u16(0)), ...ends(u16(1)), ...ends(u16(0))],
  ];
  const tables: Record<string, number[]> = {
    cmap: [0, 0, ...u16(1), ...u16(3), ...u16(1), ...u32(12), ...table],
    glyf: Array(16).fill(0),
    head: [
      ...u32(0x10000),
      ...Array(8).fill(0),
      ...u32(0x5f0f3cf5),
      0,
      0,
      ...u16(1_000),
      ...Array(32).fill(0),
      0,
      1,
      0,
      0,
    ],
    hhea: [...u32(0x10000), ...Array(30).fill(0), ...u16(3)],
    hmtx: Array(12).fill(0),
    loca: Array(16).fill(0),
    maxp: [...u32(0x10000), ...u16(3), ...Array(26).fill(0)],
  };
  const names = Object.keys(tables);
  let at = 12 + 16 * names.length;
  const places = names.flatMap((name) => {
    const { length } = tables[name] ?? [];
    at += length;
    return [...signs(name), ...u32(0), ...u32(at - length), ...u32(length)];
  });
  return Uint8Array.from([
    0,
    1,
    0,
    0,
    ...u16(names.length),
    0,
    0,
    0,
    0,
    0,
    0,
    ...places,
    ...Object.values(tables).flat(),
  ]);
}

// Read to its end, each of the programs takes minutes, or all of the memory.
test.each<[string, Uint8Array]>([
  ["Type 1", written("Type1", "FontFile", type1(40))],
  ["CFF", written("Type1", "FontFile3", cff(CALLING), "/Subtype/Type1C")],
])("what the program of a %s font says of its codes is read, and not what it draws", async (_, file) => {
  expect(file.length).toBeLessThan(4_000);
  expect((await readPdf(file)).sections).toMatchObject([{ text: "ßhi" }]);
});

test("a TrueType font's own list of codes is not laid out", async () => {
  const file = written("TrueType", "FontFile2", trueType(8_000));
  expect((await readPdf(file)).sections).toMatchObject([{ text: "Ahi" }]);
});

// Before, a quarter of it took nine seconds and half a gigabyte, and all of it was refused.
test("what the glyphs of a Type 3 font draw is not laid out, one drawing under many names", async () => {
  const names = fonts(256).map((at) => `/g${at}`);
  const font = `/F<</Type/Font/Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FontBBox[0 0 50 70]/FirstChar 0/LastChar 255
/Widths[${"60 ".repeat(256)}]/Encoding<</Differences[0 ${names.join("")} 97/germandbls]>>/Resources<</Font<</F 6 0 R>>>>
/CharProcs<<${names.map((name) => `${name} 5 0 R`).join("")}>>>>`;
  const drawn = stream(5, latin1("BT /F 1 Tf (a)Tj ET ".repeat(20_000)));
  const { sections } = await readPdf(page(font, "BT /F 12 Tf 72 700 Td (a) Tj 0 -14 Td (a) Tj ET", drawn));
  expect(sections).toMatchObject([{ text: "ß\nß" }]);
});

const composite = (at: number) => `/F${at}<</Type/Font/Subtype/Type0/BaseFont/X${at}/Encoding/Identity-H
/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X${at}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)>>
${DESCRIPTOR}>>>>]>>`;
const HEAD = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n";
const listed = (ranges: string) => {
  const packed = zlibSync(Uint8Array.of(0));
  return joined([
    latin1(
      `${HEAD}9 0 obj<</Type/XRef/Size 10/W[0 0 0]${ranges}/Root 1 0 R/Length ${packed.length}/Filter/FlateDecode>>stream\n`,
    ),
    packed,
    latin1(`\nendstream endobj\nstartxref\n${HEAD.length}\n%%EOF`),
  ]);
};
const endless = fonts(10_000).map((at) => at + 10);

test.each<[string, () => Uint8Array]>([
  [
    "a CFF font that names the same bytes again and again",
    () => written("Type1", "FontFile3", cff(SAME_BYTES), "/Subtype/Type1C"),
  ],
  [
    "thousands of fonts without a program, of 65,536 codes each",
    () =>
      page(
        fonts(2_000).map(composite).join(""),
        fonts(2_000)
          .map((at) => `BT /F${at} 12 Tf <0041> Tj ET`)
          .join("\n"),
      ),
  ],
  [
    "a text of millions of letters",
    () => page("/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", `BT /F 12 Tf (${"A".repeat(9_000_000)}) Tj ET`),
  ],
  ["a list of billions of objects, each of no byte", () => listed("/Index[0 2000000000]")],
  [
    "such a list that says its length alone",
    () => latin1(new TextDecoder("latin1").decode(listed("")).replace("Size 10", "Size 2000000000")),
  ],
  ["a list that names the same objects again and again", () => listed(`/Index[${"0 1000000 ".repeat(2_000)}]`)],
  [
    "thousands of streams without an end, each looked for in the rest of the file",
    () =>
      latin1(`${HEAD}2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Contents[${endless.map((at) => `${at} 0 R`).join(" ")}]>>endobj
${endless.map((at) => `${at} 0 obj<</Length 5>>stream\nq\n`).join("")}${"x".repeat(1_400_000)}\ntrailer<</Root 1 0 R>>\n`),
  ],
])("a small file is refused where reading it takes too much: %s", async (_, made) => {
  const file = made();
  expect(file.length).toBeLessThan(2 * 1024 * 1024);
  await expect(readPdf(file)).rejects.toThrow(/much too large when unpacked/);
});
