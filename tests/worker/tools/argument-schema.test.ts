import { describe, expect, test } from "vitest";
import { argumentFaults, parametersFault } from "../../../worker/tools/argument-schema.ts";
import { checkTools } from "../../../worker/tools/check-tools.ts";

describe("keywords that are for the model alone", () => {
  test.each([
    ["a pattern", { pattern: "^(a+)+$" }, "b"],
    ["a pattern of no regular expression", { pattern: "(" }, "x"],
    ["names by a pattern", { patternProperties: { "^(a+)+$": { type: "string" } } }, { aa: 1 }],
    ["names by a pattern and no others", { patternProperties: { "^x_": {} }, additionalProperties: false }, { x_a: 1 }],
    [
      "names by a pattern, further in",
      { allOf: [{ patternProperties: { "^x_": {} } }], unevaluatedProperties: false },
      { x: 1 },
    ],
    ["unique items", { type: "array", uniqueItems: true }, [1, 1]],
    ["what must not match", { not: { pattern: "^a" } }, "a"],
    ["one of several patterns", { oneOf: [{ pattern: "^a" }, { pattern: "^b" }] }, "a"],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ["a condition by a pattern", { if: { pattern: "^a" }, then: { maxLength: 1 }, else: { maxLength: 2 } }, "bbbb"],
    ["how many match", { contains: { pattern: "^a" }, maxContains: 1 }, ["a", "b"]],
    ["one referred to", { not: { $ref: "#/x-p" } }, "a"],
    ["a format with a pattern of exponential time", { format: "url" }, `${"a".repeat(60)}\0`],
  ])("never refuse a call: %s", (_, schema, value) => {
    const whole = { "x-p": { pattern: "^a" }, type: "object", properties: { x: schema } };
    expect(parametersFault(whole)).toBeNull();
    expect(argumentFaults(whole, { x: value })).toBeNull();
  });

  test("take nothing else with them", () => {
    const text = { type: "string", pattern: "^a", maxLength: 3, format: "email" };
    const schema = {
      type: "object",
      properties: { text: { $ref: "#/$defs/text" }, one: { oneOf: [{ type: "string" }, { maxLength: 9 }] } },
      additionalProperties: false,
      $defs: { text },
    };
    expect(parametersFault(schema)).toBeNull();
    expect(argumentFaults(schema, { text: 5 })).toContain("#/text: ");
    expect(argumentFaults(schema, { text: "long" })).toContain("too long");
    expect(argumentFaults(schema, { text: "ada" })).toContain("format");
    expect(argumentFaults(schema, { one: "both" })).toContain("#/one: ");
    expect(argumentFaults(schema, { other: 1 })).toContain("other");
    expect(argumentFaults({ properties: { pattern: { type: "string" } } }, { pattern: 1 })).toContain("#/pattern: ");
  });

  test("must be of the right kind all the same", () => {
    expect(parametersFault({ properties: { x: { pattern: 1 } } })).toContain("#/properties/x/pattern: write a text");
    expect(parametersFault({ patternProperties: { "^a": { type: "text" } } })).toContain("is not a JSON type");
  });
});

describe("a reference", () => {
  test("of definitions that nothing uses may go in circles", () => {
    const $defs = { a: { $ref: "#/$defs/b" }, b: { items: { $ref: "#/$defs/a" } }, c: { type: "text" } };
    expect(parametersFault({ $defs: { a: $defs.a, b: $defs.b } })).toBeNull();
    expect(parametersFault({ $defs })).toContain("#/$defs/c/type");
  });

  test("leads to a schema", () => {
    expect(parametersFault({ title: "x", items: { $ref: "#/title" } })).toContain(
      "#/title: a schema must be an object",
    );
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

  test("is counted with every reference laid out, and refused as soon as it is too large", () => {
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

  test("bounds how many values a call may have, since each may meet each schema", () => {
    const wide = { properties: { x: { items: { allOf: Array(490).fill({ type: "string" }) } } } };
    expect(parametersFault(wide)).toBeNull();
    expect(argumentFaults(wide, { x: Array(400).fill("a") })).toBeNull();
    expect(argumentFaults(wide, { x: Array(30_000).fill(1) })).toContain("Send at most 507 values");
    expect(argumentFaults({ properties: { x: {} } }, { x: Array(30_000).fill(1) })).toBeNull();
  });

  const names = Array.from({ length: 2_000 }, (_, at) => `n${at}`);
  test.each([
    ["names that are required", { required: names }, {}],
    ["names that others require", { dependentRequired: { a: names } }, { a: 1 }],
    ["the same as older drafts write it", { dependencies: { a: names } }, { a: 1 }],
    ["a long list of values", { enum: Array.from({ length: 10_000 }, (_, at) => [at]) }, []],
    ["a long value", { const: "e".repeat(50_000) }, 1],
    ["either, wherever it is referred to", { allOf: Array(20).fill({ $ref: "#/$defs/long" }) }, 1],
  ])("counts what stands in a schema, since each value may be told all of it: %s", (_, items, value) => {
    const schema = { properties: { x: { items } }, $defs: { long: { enum: ["e".repeat(5_000)] } } };
    expect(parametersFault(schema)).toBeNull();
    expect(argumentFaults(schema, { x: Array(2_000).fill(value) })).toMatch(/^Send at most \d+ values/);
    expect(argumentFaults(schema, { x: Array(5).fill(value) })).toContain("#/x/0: ");
  });

  test("leaves room for lists as tools have them", () => {
    const article = { enum: Array.from({ length: 2_000 }, (_, at) => `article-${at}`) };
    const line = {
      type: "object",
      properties: { article, count: { type: "integer" } },
      required: ["article", "count"],
    };
    const schema = { type: "object", properties: { cart: { type: "array", items: line } }, required: ["cart"] };
    const cart = Array.from({ length: 150 }, (_, at) => ({ article: `article-${at}`, count: 1 }));
    expect(argumentFaults(schema, { cart })).toBeNull();
  });
});

test("the parameters of all tools of an agent hold 5,000 values: of 20,000 examples each agent took a megabyte of every isolate", () => {
  const tool = (name: string, examples: unknown[]) => ({
    name,
    kind: "client",
    parameters: { type: "object", examples },
  });
  const faults = (...tools: object[]) => checkTools(tools, { ENVIRONMENT: "production" });
  const many = (count: number) => Array.from({ length: count }, () => ({}));
  expect(faults(tool("a", many(2_400)), tool("b", many(2_500)))).toEqual([]);
  const [fault, ...rest] = faults(tool("a", many(2_400)), tool("b", many(2_700)), tool("c", many(1)));
  expect(fault).toMatchObject({
    loc: ["body", "tools", 1, "parameters"],
    msg: expect.stringContaining("5,000 values"),
  });
  expect(rest.map(({ loc }) => loc[2])).toEqual([2]);
  expect(faults(tool("a", many(20_000)))).toHaveLength(1);
});
