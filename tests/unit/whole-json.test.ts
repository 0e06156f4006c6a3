import { expect, test } from "vitest";
import { parseWholeJson } from "../../worker/whole-json.ts";

const sent = (value: unknown) => parseWholeJson(JSON.stringify(value));

test("half of a character is the sign for what cannot be read, wherever it stands", () => {
  // As code that counts in UTF-16 cuts "Tea 🍵", and as JSON of Python writes all that is not ASCII.
  expect(sent({ texts: ["Tea \ud83c", { of: "\udf75 tea" }] })).toEqual({
    texts: ["Tea \ufffd", { of: "\ufffd tea" }],
  });
  expect(parseWholeJson('["\\uD83C\\uDF75 \\ud83c"]')).toEqual(["🍵 \ufffd"]);
  expect(parseWholeJson('{"\\ud83c\\n\\\\ud83c": 1}')).toEqual({ "\ufffd\n\\ud83c": 1 });
});

test("so is U+0000, which PostgreSQL keeps in no text", () => {
  expect(sent(["a\0b", "\\u0000"])).toEqual(["a\ufffdb", "\\u0000"]);
});

test("all else stays", () => {
  for (const value of ["🍵", "\\ud83c", { __proto__: null, a: [1, null, true, "é"] }])
    expect(JSON.stringify(sent(value))).toBe(JSON.stringify(value));
  expect(() => parseWholeJson("{")).toThrow(SyntaxError);
  expect(Object.keys(parseWholeJson('{"__proto__":"\\ud83c"}') as object)).toEqual(["__proto__"]);
});
