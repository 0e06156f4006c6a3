import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { litParts, withoutUnused } from "../../scripts/build/lit-parts.ts";
import { minifyLiterals } from "../../scripts/build/literals.ts";

const lit = readFileSync("node_modules/lit-html/lit-html.js", "utf8");

test("the installed Lit has all that is taken out of it, and is smaller without", () => {
  expect(withoutUnused(lit).length).toBeLessThan(lit.length - 500);
});

test("another Lit stops the build", () => {
  expect(() => withoutUnused(lit.replace("litHtmlVersions", "versions"))).toThrow(/polyfills.* not found/);
});

/** A value bound in markup, as the source has it. */
const bound = (name: string) => `$${`{${name}}`}`;

test.each([
  `<textarea>${bound("a")}</textarea>`,
  `<p><!-- ${bound("a")} --></p>`,
  `<style>${bound("a")}</style>`,
  `<title>${bound("a")}</title>`,
  `<${bound("a")}></${bound("a")}>`,
  `<p ${bound("a")}></p>`,
  `<p class=${bound("a")} ${bound("b")}></p>`,
  `<input value=${bound("a")}/>`,
])("markup that needs a piece of it stops the build: %s", (markup) => {
  expect(() => minifyLiterals("x.ts", `html\`${markup}\`;`)).toThrow(/is not read/);
  const plain = `html\`<textarea rows=${bound("a")}></textarea><p class="a ${bound("b")} c">1 < 2 ${bound("c")}</p>\`;`;
  expect(() => minifyLiterals("x.ts", plain)).not.toThrow();
});

test("a directive stops the build", () => {
  const { transform } = litParts() as { transform: { handler(code: string, id: string): unknown } };
  expect(() => transform.handler("", "/node_modules/lit-html/directive.js")).toThrow(/directives are taken out/);
});
