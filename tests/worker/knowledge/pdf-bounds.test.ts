import { zlibSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readPdf } from "../../../worker/documents/pdf.ts";
import { joined, pdf } from "./pdf-file.ts";

const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff);
const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const zeros = (bytes: number) => new Uint8Array(bytes).fill(0x20);
const flate = (bytes: Uint8Array) => zlibSync(bytes, { level: 9 });
const hex = (bytes: Uint8Array) => latin1(`${bytes.toHex()}>`);

function ascii85(bytes: Uint8Array): Uint8Array {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const four = [0, 1, 2, 3].map((place) => bytes[at + place] ?? 0);
    let value = four.reduce((sum, byte) => sum * 256 + byte, 0);
    const signs: string[] = [];
    for (let place = 0; place < 5; place++) {
      signs.unshift(String.fromCharCode(33 + (value % 85)));
      value = Math.floor(value / 85);
    }
    text += signs.slice(0, Math.min(5, bytes.length - at + 1)).join("");
  }
  return latin1(`${text}~>`);
}

/** 128 spaces for each two bytes. */
const runLength = (bytes: number) =>
  joined([...Array.from({ length: bytes / 128 }, () => Uint8Array.of(129, 0x20)), Uint8Array.of(128)]);

/** LZW of spaces: each code is one longer than the one before, until the table is cleared. */
function lzw(bytes: number): Uint8Array {
  const bits: number[] = [];
  const put = (code: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1);
  };
  let made = 0;
  while (made < bytes) {
    put(256, 9);
    put(0x20, 9);
    made++;
    for (let next = 258, length = 2; next < 4_095 && made < bytes; next++, length++) {
      put(next, next < 511 ? 9 : next < 1_023 ? 10 : next < 2_047 ? 11 : 12);
      made += length;
    }
  }
  put(257, 12);
  const packed = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, at) => {
    packed[at >> 3] = (packed[at >> 3] ?? 0) | (bit << (7 - (at & 7)));
  });
  return packed;
}

/** Deflate whose first block is stored, so that the words in it stand in the file as they are. */
function storedFirst(bytes: Uint8Array): Uint8Array {
  const words = latin1("\nendstream endobj\n");
  const rest = flate(bytes);
  const head = Uint8Array.of(0x78, 0x01, 0, words.length, 0, ~words.length & 0xff, 0xff);
  return joined([head, words, rest.subarray(2)]);
}

/** A file whose page is drawn by this stream. */
function drawn(filters: string, data: Uint8Array, more = ""): Uint8Array {
  const head = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${more}
4 0 obj<</Length ${data.length}/Filter ${filters}>>
stream
`;
  return joined([latin1(head), data, latin1("\nendstream endobj\ntrailer<</Root 1 0 R>>\n")]);
}

const HUGE = 80 * 1024 * 1024;
const TWICE = flate(flate(zeros(HUGE)));
const BOMBS: Record<string, () => Uint8Array> = {
  Flate: () => drawn("/FlateDecode", flate(zeros(HUGE))),
  "Flate twice": () => drawn("[/FlateDecode/FlateDecode]", TWICE),
  "Flate in hexadecimal": () => drawn("[/ASCIIHexDecode/FlateDecode]", hex(flate(zeros(HUGE)))),
  "Flate twice in base 85": () => drawn("[/ASCII85Decode/FlateDecode/FlateDecode]", ascii85(TWICE)),
  "run lengths in Flate": () => drawn("[/FlateDecode/RunLengthDecode]", flate(runLength(HUGE))),
  "LZW in Flate": () => drawn("[/FlateDecode/LZWDecode]", flate(lzw(HUGE))),
  "an end of the stream in a stored block": () => drawn("/FlateDecode", storedFirst(zeros(HUGE))),
  "a filter that is named elsewhere": () => drawn("7 0 R", TWICE, "7 0 obj[/FlateDecode/FlateDecode]endobj"),
  "a length that is a lie": () => {
    const file = drawn("[/FlateDecode/FlateDecode]", TWICE);
    return latin1(ascii(file).replace(/\/Length \d+/, "/Length 9999999"));
  },
  "one stream drawn again on each page": () => {
    const data = flate(zeros(2 * 1024 * 1024));
    const kids = Array.from({ length: 60 }, () => "3 0 R").join(" ");
    const file = ascii(drawn("[/ASCIIHexDecode/FlateDecode]", hex(data)));
    return latin1(file.replace("/Kids[3 0 R]/Count 1", `/Kids[${kids}]/Count 60`));
  },
  "an object stream": () => {
    const packed = hex(flate(flate(joined([latin1("6 0 "), zeros(HUGE), latin1("[0]")]))));
    const xref = flate(
      Uint8Array.from([0, 0, 0, 0, 2, 0, 4, 0].flatMap((_, at) => (at === 0 ? [0, 0, 0, 0] : [2, 0, 4, 0]))),
    );
    const head = latin1("%PDF-1.7\n");
    const object = joined([
      latin1(
        `4 0 obj<</Type/ObjStm/N 1/First 4/Length ${packed.length}/Filter[/ASCIIHexDecode/FlateDecode/FlateDecode]>>stream\n`,
      ),
      packed,
      latin1("\nendstream endobj\n"),
    ]);
    const at = head.length + object.length;
    return joined([
      head,
      object,
      latin1(`9 0 obj<</Type/XRef/Size 8/W[1 2 1]/Root 6 0 R/Length ${xref.length}/Filter/FlateDecode>>stream\n`),
      xref,
      latin1(`\nendstream endobj\nstartxref\n${at}\n%%EOF`),
    ]);
  },
};

describe("a small PDF that unpacks to more than a Worker holds", () => {
  test.each(Object.keys(BOMBS))("is refused where it unpacks: %s", async (name) => {
    const file = BOMBS[name]?.() ?? new Uint8Array();
    expect(file.length).toBeLessThan(2 * 1024 * 1024);
    await expect(readPdf(file)).rejects.toThrow(/much too large when unpacked|cannot be read|is broken/);
  });
});

test.each(["[/ASCIIHexDecode/FlateDecode]", "[/ASCII85Decode/FlateDecode]", "[/FlateDecode/FlateDecode]"])(
  "an honest file through %s is read",
  async (filters) => {
    const words = latin1("BT /F1 12 Tf 50 700 Td (The mill opens at nine.) Tj ET");
    const packed = filters.includes("Hex")
      ? hex(flate(words))
      : filters.includes("85")
        ? ascii85(flate(words))
        : flate(flate(words));
    expect((await readPdf(drawn(filters, packed))).sections).toMatchObject([{ text: "The mill opens at nine." }]);
  },
);

test("what one file unpacks is not counted for another", async () => {
  const honest = await pdf([["The mill opens at nine."]], { packed: true });
  const bomb = BOMBS["Flate twice"]?.() ?? honest;
  const results = await Promise.allSettled([readPdf(bomb), readPdf(honest), readPdf(bomb), readPdf(honest)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
});

/** A file of one page with this content, and forms that it may draw: each under the name X of the one before it. */
function withForms(content: string, forms: string[] = []): Uint8Array {
  const resources = (form: number) =>
    `/Resources<</Font<</F 5 0 R>>${form < forms.length ? `/XObject<</X ${6 + form} 0 R>>` : ""}>>`;
  const stream = (dict: string, text: string) => `<<${dict}/Length ${text.length}>>stream\n${text}\nendstream`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 900 900]/Contents 4 0 R${resources(0)}>>`,
    stream("", content),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...forms.map((form, at) => stream(`/Type/XObject/Subtype/Form/BBox[0 0 900 900]${resources(at + 1)}`, form)),
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join("");
  return latin1(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n`);
}
const HELLO = "BT /F 9 Tf (Hello there) Tj ET";

test("a form that draws two, each of which draws two, and so on, is refused; one that is drawn again and again is read", async () => {
  const twice = Array.from({ length: 30 }, () => "/X Do /X Do");
  await expect(readPdf(withForms("/X Do", [...twice, HELLO]))).rejects.toThrow(/much too large/);
  const { sections } = await readPdf(withForms("/X Do ".repeat(200), [HELLO]));
  expect(sections[0]?.text.match(/Hello/g)).toHaveLength(200);
});

test("states that are saved and never restored cost no more than their bytes", async () => {
  const { sections } = await readPdf(withForms(`${"q ".repeat(28)}${HELLO}${" Q".repeat(28)}`));
  expect(sections[0]?.text).toBe("Hello there");
  // Before, 20,000 of them took a quarter of a minute, and twice as many four times as long.
  await expect(readPdf(withForms("q ".repeat(900_000)))).rejects.toThrow("It has no text");
});

// Before, 2 MB of them took ten seconds.
test("so many streams that each says it is packed and holds nothing are refused before they are all looked at", async () => {
  await expect(readPdf(latin1(`%PDF-1.4\n${"stream\nx\x9cendstream".repeat(100_000)}`))).rejects.toThrow(
    /much too large/,
  );
});
