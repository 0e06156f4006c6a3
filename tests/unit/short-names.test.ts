import { globSync, readFileSync } from "node:fs";
import { minify } from "terser";
import { parseSync, Visitor } from "vite";
import { describe, expect, test } from "vitest";
import { checkShortNames, NAMES, nameCache, shortNames } from "../../scripts/build/short-names.ts";

/** Names of properties that a file declares or writes. */
function propertiesIn(file: string): Set<string> {
  const names = new Set<string>();
  const key = (node: { computed: boolean; key: { type: string; name?: string; value?: unknown } }) => {
    if (!node.computed) names.add(String(node.key.name ?? node.key.value));
  };
  new Visitor({
    Property: key as never,
    TSPropertySignature: key as never,
    PropertyDefinition: key as never,
    MethodDefinition: key as never,
  }).visit(parseSync(file, readFileSync(file, "utf8")).program);
  return names;
}

describe("names that the build shortens", () => {
  test("are none of what is sent, stored or read out of the texts", () => {
    const files = globSync([
      "shared/**/*.ts",
      "widget/i18n/*.ts",
      "widget/persistence/*.ts",
      "widget/element/voice-widget.ts",
    ]);
    expect(files.length).toBeGreaterThan(60);
    for (const file of files) {
      const there = propertiesIn(file);
      expect(
        NAMES.filter((name) => there.has(name)),
        file,
      ).toEqual([]);
    }
  });

  test("are none of the browser's: terser leaves those alone", async () => {
    const shortened = (name: string, regex = shortNames.regex) =>
      minify(`a.${name}`, { mangle: { properties: { ...shortNames, regex } }, nameCache: nameCache() });
    expect((await shortened("querySelector", /./)).code).toBe("a.querySelector;");
    for (const name of NAMES) expect((await shortened(name)).code).toMatch(/^a\.[a-z]?[A-Z];$/);
  });

  test.each([
    [`load().then(({ a }) => a["dispatch"]);`, /"dispatch" is also a text/],
    ["f(`dispatch`);", /"dispatch" is also a text/],
    ["var a = 1; export { a as closeMicrophone };", /"closeMicrophone" is also what a chunk exports/],
    ["element.E = 1;", /cannot become "\.E", which is taken/],
    ["var a = { E() {} };", /cannot become "\.E", which is taken/],
  ])("stop the build where it could not survive them: %s", (code, why) => {
    expect(() => checkShortNames("chunk.js", code)).toThrow(why);
    expect(() => checkShortNames("chunk.js", code.replace(/dispatch|closeMicrophone|\bE\b/, "other"))).not.toThrow();
  });
});
