import { expect, test } from "vitest";
import { withRetries } from "../../scripts/build/import-with-retry.ts";

const rest = (code: string) => withRetries(code).split("\n").at(-1);

test("imports of neighbours get a second try, whatever the quotes and remarks", () => {
  expect(rest('const a = () => import("./voice-a1.js").then((m) => m.v);')).toBe(
    'const a = () => importWithRetry("voice-a1.js").then((m) => m.v);',
  );
  expect(rest("f(import(/* @vite-ignore */ `./texts-x/$" + "{tag}.js`), import('./b.js'));")).toBe(
    "f(importWithRetry(`texts-x/$" + "{tag}.js`), importWithRetry('b.js'));",
  );
});

test("all other imports stay, and so does what only looks like one", () => {
  for (const code of [
    "import(href);",
    'import("https://x.example/y.js");',
    'import "./static.js";',
    'f("import(\\"./a.js\\")");',
  ])
    expect(withRetries(code)).toBe(code);
});
