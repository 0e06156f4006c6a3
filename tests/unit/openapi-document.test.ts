import { execFileSync } from "node:child_process";
import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { SERVICE_EVENTS } from "../../shared/events.ts";
import { app } from "../../worker/app.ts";
import { openApiDocument } from "../../worker/openapi/document.ts";
import { withInt64 } from "../../worker/openapi/int64.ts";
import { hasCommand } from "./commands.ts";

/** What programs in other languages make of the API's document. */

const { schemas } = openApiDocument("1.0.0", app.routes).components;

type Found = { at: string; value: unknown; schema: Record<string, unknown> };

/** Every schema below `at` that has the keyword. */
function having(keyword: string, schema: unknown, at = ""): Found[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inside = Object.entries(schema).flatMap(([key, value]) => having(keyword, value, `${at}/${key}`));
  const own = schema as Record<string, unknown>;
  // A field may have the keyword's name.
  return keyword in own && !at.endsWith("/properties") ? [{ at, value: own[keyword], schema: own }, ...inside] : inside;
}

const patterns = [...new Set(having("pattern", schemas).map(({ value }) => String(value)))];

test("patterns use nothing that only JavaScript knows", () => {
  expect(patterns.length).toBeGreaterThan(10);
  // Classes of Unicode, looking around, names, and a bare [ inside a class, which Java and Ruby take for another class.
  const special = /\\p|\\k|\(\?[=!<]|\[\^?[^\]]*[^\\\]]*\[[^\]]*\]/;
  expect(patterns.filter((pattern) => special.test(pattern))).toEqual([]);
});

const compilers: Record<string, string[]> = {
  python3: ["-W", "error", "-c", "import json,re,sys\nfor p in json.load(sys.stdin): re.compile(p)"],
  ruby: ["-w", "-rjson", "-e", "$stderr = $stdout; JSON.parse(STDIN.read).each { |p| Regexp.new(p) }"],
  php: [
    "-r",
    'foreach (json_decode(stream_get_contents(STDIN)) as $p) if (preg_match("\\x01$p\\x01", "") === false) exit(1);',
  ],
};

for (const [language, args] of Object.entries(compilers))
  test.skipIf(!hasCommand(language))(`${language} compiles every pattern`, () => {
    const warnings = execFileSync(language, args, { input: JSON.stringify(patterns), encoding: "utf8" });
    expect(warnings).toBe("");
  });

test("a default is what its own schema allows, and whole", () => {
  const defaults = having("default", schemas);
  expect(defaults.length).toBeGreaterThan(20);
  const against = defaults.filter(({ value, schema }) => {
    const properties = (schema.properties ?? {}) as Record<string, { default?: unknown }>;
    const missing = Object.entries(properties).filter(
      ([name, part]) => part.default !== undefined && !(name in (value as object)),
    );
    const root = { ...schema, components: { schemas } };
    return missing.length > 0 || !new Validator(root, "2020-12").validate(value).valid;
  });
  expect(against.map(({ at }) => at)).toEqual([]);
});

test("the events of a session are typed, and every field of a connection is described", () => {
  const { properties } = schemas.Session as { properties: { events: { items: { $ref: string } } } };
  expect(properties.events.items.$ref).toBe("#/components/schemas/RecordedEvent");
  const { oneOf } = schemas.RecordedEvent as { oneOf: { properties: { type: { const: string } } }[] };
  const sent = schemas.SessionEvent as { oneOf: { properties: { type: { const: string } } }[] };
  const types = (union: typeof oneOf) => union.map(({ properties: { type } }) => type.const);
  // What a response cost is kept by itself.
  expect(types(oneOf).sort()).toEqual(
    [...types(sent.oneOf).filter((type) => type !== "usage"), ...SERVICE_EVENTS].sort(),
  );
  const connection = schemas.Connection as { properties: Record<string, { description?: string }> };
  expect(Object.keys(connection.properties).length).toBeGreaterThan(4);
  for (const [name, { description }] of Object.entries(connection.properties)) expect(description, name).toBeTruthy();
});

test("for languages whose integers have 32 bits, whole numbers that may be larger say int64, and nothing else changes", () => {
  const document = openApiDocument("1.0.0", app.routes);
  const wide = withInt64(document);
  const widths = having("type", wide)
    .filter(({ value }) => [value].flat().includes("integer"))
    .map(({ schema }) => [schema.format === "int64", !((schema.maximum as number) < 2 ** 31)]);
  expect(widths.length).toBeGreaterThan(400);
  expect(widths.filter(([says, larger]) => says !== larger)).toEqual([]);
  const without = JSON.stringify(wide).replaceAll(',"format":"int64"', "");
  expect(without).toBe(JSON.stringify(document));
});
