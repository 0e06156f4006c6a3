import { parseSync } from "vite";
import { expect, test } from "vitest";
import { withOwnGlobals } from "../../scripts/build/own-globals.ts";

test("takes what a page's own names may hide from the global object, and leaves texts and properties", () => {
  const code =
    'const a = new Map([[new Set(), new URL("Map", x.URL)]]); if (b instanceof Node) c(Symbol.iterator, d.Map, Maps);';
  expect(withOwnGlobals("a.js", code)).toBe(
    'const a = new globalThis.Map([[new globalThis.Set(), new globalThis.URL("Map", x.URL)]]); if (b instanceof globalThis.Node) c(globalThis.Symbol.iterator, d.Map, Maps);',
  );
  expect(withOwnGlobals("a.js", "e(new WeakMap());")).toBe("e(new WeakMap());");
});

test("a property or a parameter of such a name becomes what no parser reads", () => {
  for (const code of ["f({ Map: 1 });", "f({ Map });", "function f(Map) {}"])
    expect(parseSync("a.js", withOwnGlobals("a.js", code)).errors, code).not.toEqual([]);
});
