import { expect, test } from "vitest";
import { readFile } from "../../console/parts/read-file.ts";

/** What Excel of this language saves as CSV. */
const SAVED: [language: string, bytes: number[]][] = [
  ["ru-RU", [0xd6, 0xe5, 0xed, 0xe0]],
  ["ja", [0x89, 0xbf, 0x8a, 0x69]],
  ["zh-CN", [0xbc, 0xdb, 0xb8, 0xf1]],
  ["zh-TW", [0xbb, 0xf9, 0xae, 0xe6]],
  ["pl", [0x8c, 0x77, 0x69, 0x65, 0xbf, 0x65]],
  ["de-AT", [0x47, 0x72, 0xf6, 0xdf, 0x65]],
];
const typeOf = async (name: string, bytes: number[], language: string) =>
  (await readFile(new File([new Uint8Array(bytes)], name), language)).content_type;

test("a CSV of a program that does not write UTF-8 says the encoding that its language has", async () => {
  const words = await Promise.all(
    SAVED.map(async ([language, bytes]) => {
      const type = await typeOf("prices.csv", bytes, language);
      return new TextDecoder(/charset=(.+)/.exec(type)?.[1] ?? "windows-1252").decode(new Uint8Array(bytes));
    }),
  );
  expect(words).toEqual(["Цена", "価格", "价格", "價格", "Świeże", "Größe"]);
});

test("what is UTF-8, has a mark, or names its encoding itself, is left to the service", async () => {
  const utf8 = [...new TextEncoder().encode("Цена")];
  expect(await typeOf("prices.csv", utf8, "ru")).toBe("text/csv");
  expect(await typeOf("prices.csv", [0xff, 0xfe, 0x26, 0x04], "ru")).toBe("text/csv");
  expect(await typeOf("page.html", SAVED[0]?.[1] ?? [], "ru")).toBe("text/html");
});
