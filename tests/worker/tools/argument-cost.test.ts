import { describe, expect, test } from "vitest";
import { argumentFaults, parametersFault } from "../../../worker/tools/argument-schema.ts";
import { longestText, pathsOf } from "../../../worker/tools/pattern-cost.ts";

const withPattern = (pattern: string) => ({ type: "object", properties: { text: { type: "string", pattern } } });

describe("a pattern", () => {
  test.each([
    "^(a+)+$",
    "^(a?){30}a{30}$",
    "(a|aa)+$",
    "^(.*)*x$",
    "^(,\\w+\\w+)*$",
    "^(a|a?)+$",
    "^((a+)b?)+$",
    "^(?:a{1,20}){1,20}$",
    "^a*a*a*a*a*a*$",
    "^(\\w|\\d)+$",
    "^\\w+([.-]?\\w+)*@\\w+$",
    "^(a)\\1$",
    "^(?<x>a)\\k<x>$",
    "^(?=a)a$",
    "^(?<!a)b$",
    "(",
  ])("that may take long is refused: %s", (pattern) => {
    expect(parametersFault(withPattern(pattern))).toContain("#/properties/text/pattern: ");
    expect(parametersFault({ type: "object", patternProperties: { [pattern]: {} } })).toContain("#/patternProperties/");
  });

  test.each([
    ["^\\d{5}$", "10115", "1011"],
    ["^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$", "DE89370400440532013000", "de89"],
    ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "ada@shop.example", "ada"],
    ["^[\\w.+-]+@([\\w-]+\\.)+[a-z]{2,}$", "ada.l@mail.shop.example", "ada@shop"],
    ["^\\+?[0-9][0-9 ()/-]{5,20}$", "+49 30 901820", "call me"],
    ["^(\\d{2,4}[- ]?){2,3}\\d{2,4}$", "030-90-1820", "x"],
    ["^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$", "2026-11-22T20:00", "today"],
    ["^(red|green|blue)(,(?:x|y))?$", "green,x", "pink"],
    ["^(foo|bar)+$", "foobarfoo", "fo"],
    ["^[a-z0-9]+(-[a-z0-9]+)*$", "blue-shoe-42", "-"],
    ["\\S", "x", " "],
    ["^\\p{L}+$", "Zoë", "1"],
    ["^https?://", "https://shop.example", "ftp://x"],
  ])("that is ordinary is stored and applied: %s", (pattern, right, wrong) => {
    const schema = withPattern(pattern);
    expect(parametersFault(schema)).toBeNull();
    expect(argumentFaults(schema, { text: right })).toBeNull();
    expect(argumentFaults(schema, { text: 5 })).toContain("#/text: ");
    expect(argumentFaults(schema, { text: wrong })).toBe("#/text: String does not match pattern.");
    expect(argumentFaults(schema, { text: right.padEnd(longestText(pattern) + 1, "?") })).toBe(
      `#/text: Send at most ${longestText(pattern)} characters: a longer text takes too long to match with this tool's pattern`,
    );
  });

  test("is told apart from a bound that the owner set in the same way", () => {
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    const own = { if: { type: "string", pattern: "^a" }, then: {}, else: { maxLength: 5 } };
    const schema = { properties: { x: { allOf: [own] }, "a/b ü%~": { pattern: "^\\d{5}$" } } };
    expect(parametersFault(schema)).toBeNull();
    expect(argumentFaults(schema, { x: "bbbbbbbbb" })).toBe("#/x: String is too long (9 > 5).");
    const long = "1".repeat(longestText("^\\d{5}$") + 1);
    expect(argumentFaults(schema, { "a/b ü%~": long })).toContain("a longer text takes too long");
  });

  test("is looked for wherever a $ref leads, and matched on short texts there too", () => {
    const referring = (pattern: string) => ({
      "x-p": { pattern },
      properties: { x: { $ref: "#/x-p" }, y: { $ref: "#/x-p" } },
    });
    expect(parametersFault(referring("(a+)+$"))).toContain("#/x-p/pattern: matching this pattern may take too long");
    const schema = referring("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$");
    expect(parametersFault(schema)).toBeNull();
    expect(argumentFaults(schema, { x: "ada@shop.example" })).toBeNull();
    expect(argumentFaults(schema, { x: "ada", y: "ada" })).toBe(
      "#/x: String does not match pattern. #/y: String does not match pattern.",
    );
    expect(argumentFaults(schema, { x: "@".repeat(60_000) })).toContain("Send at most 256 characters");
    // Definitions that nothing uses may refer to each other.
    const $defs = { a: { $ref: "#/$defs/b" }, b: { items: { $ref: "#/$defs/a" } }, c: { type: "text" } };
    expect(parametersFault({ $defs: { a: $defs.a, b: $defs.b } })).toBeNull();
    expect(parametersFault({ $defs })).toContain("#/$defs/c/type");
    expect(parametersFault({ title: "x", items: { $ref: "#/title" } })).toContain(
      "#/title: a schema must be an object",
    );
  });

  test("is believed to try no fewer ways than it has: its longest text stays below the bound, one twice as long does not", () => {
    for (const pattern of ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "a+b+", "^\\w+\\d+\\w+$"]) {
      const longest = longestText(pattern);
      expect(pathsOf(pattern, longest)).toBeLessThanOrEqual(2e7);
      expect(pathsOf(pattern, longest * 2)).toBeGreaterThan(2e7);
    }
  });

  test("is not matched where the texts of a call are together too long for it", () => {
    const pattern = "^\\w+\\d+\\w+$";
    const schema = { type: "object", properties: { all: { type: "array", items: { pattern } } } };
    const texts = (count: number) => ({ all: Array.from({ length: count }, () => "1".repeat(200)) });
    expect(argumentFaults(schema, { all: ["a1b"] })).toBeNull();
    expect(argumentFaults(schema, texts(40))).toBe(
      "Send fewer or shorter texts: they are too much for the patterns of this tool",
    );
    const named = { type: "object", patternProperties: { "^x_": { type: "string" } } };
    expect(argumentFaults(named, { x_a: 1 })).toContain("#/x_a: ");
    expect(argumentFaults(named, { ["x".repeat(65)]: "" })).toContain("Do not send property names");
  });
});

describe("the size of parameters", () => {
  const doubling = (times: number) => {
    const $defs: Record<string, object> = { d0: { type: "string" } };
    for (let i = 1; i <= times; i++)
      $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] };
    return { type: "object", properties: { x: { $ref: `#/$defs/d${times}` } }, $defs };
  };
  const flat = (count: number) => ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: "string" }])),
  });

  test("is counted with every reference expanded, and refused as soon as it is too large", () => {
    expect(parametersFault(doubling(5))).toBeNull();
    expect(parametersFault(doubling(30))).toContain("at most 500 schemas");
    // What was saved before the rule is not run either.
    expect(argumentFaults(doubling(30), { x: "a" })).toContain("at most 500 schemas");
  });

  test("is at most 500 schemas, wherever they are", () => {
    expect(parametersFault(flat(499))).toBeNull();
    expect(parametersFault(flat(500))).toContain("at most 500 schemas");
    expect(parametersFault({ type: "object", $defs: flat(500).properties })).toContain("at most 500 schemas");
    const nested = { type: "object", items: Array.from({ length: 501 }, () => ({})) };
    expect(parametersFault(nested)).toContain("at most 500 schemas");
  });

  test("is refused where a schema refers to itself, in whatever way", () => {
    const child = (reference: object) => ({ type: "object", properties: { child: reference } });
    expect(parametersFault(child({ $ref: "#" }))).toContain("refers to itself");
    expect(parametersFault(child({ $recursiveRef: "#" }))).toContain("refer with $ref");
    expect(parametersFault(child({ $dynamicRef: "#x" }))).toContain("refer with $ref");
  });

  test("does not count lists of unique items: those of a call may take so long and no longer to be compared", () => {
    const lists = (times: number) => ({
      properties: { all: { items: { allOf: Array.from({ length: times }, () => ({ $ref: "#/$defs/unique" })) } } },
      $defs: { unique: { type: "array", uniqueItems: true } },
    });
    const items = (count: number) => Array.from({ length: count }, (_, at) => ({ at }));
    const all = (...counts: number[]) => ({ all: counts.map(items) });
    expect(parametersFault(lists(200))).toBeNull();
    expect(argumentFaults(lists(1), all(256, 200, 10))).toBeNull();
    expect(argumentFaults(lists(1), { all: [[...items(2), { at: 1 }]] })).toBe(
      "#/all/0: Duplicate items at indexes 1 and 2.",
    );
    expect(argumentFaults(lists(1), all(8_000))).toBe(
      "#/all/0: Send at most 256 items: to compare more with each other takes too long",
    );
    const many = "Send fewer or shorter lists: to look for equal items in them takes too long";
    expect(argumentFaults(lists(1), all(...Array.from({ length: 36 }, () => 256)))).toBe(many);
    expect(argumentFaults(lists(200), all(200))).toBe(many);
    // Lists that nothing asks to be unique may be as long as they like.
    expect(argumentFaults({ properties: { all: {} } }, all(...Array.from({ length: 36 }, () => 256)))).toBeNull();
  });

  test("allows at most 50 patterns", () => {
    const many = (count: number) => ({
      type: "object",
      properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { pattern: "^a$" }])),
    });
    expect(parametersFault(many(50))).toBeNull();
    expect(parametersFault(many(51))).toContain("at most 50 patterns");
  });
});
