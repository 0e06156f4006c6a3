import { describe, expect, test } from "vitest";
import { minifyLiterals } from "../../scripts/build/literals.ts";

describe("minified css literals", () => {
  const minified = (code: string) => minifyLiterals("x.ts", code);

  test("the sheet is minified and plain text, all around it stays", () => {
    const code =
      'const a: string = "css`a { b: c }`";\nexport const s = css`\n  /* note */\n  a b { color: #ff0000; margin: 0px }\n`;\nf(s);';
    expect(minified(code)).toBe(
      'const a: string = "css`a { b: c }`";\nexport const s = `a b{color:red;margin:0}`;\nf(s);',
    );
  });

  test("several in one module, and blanks that mean something", () => {
    expect(minified("x = css`a :hover { width: calc(1px + 2em) }`; y = css`.a .b { c: d }`;")).toBe(
      "x = `a :hover{width:calc(1px + 2em)}`; y = `.a .b{c:d}`;",
    );
  });

  test("values lose the blanks that nobody reads, selectors and sums keep theirs", () => {
    expect(minified("x = css`a * b { d: max(1em * 2 + 3px, var(--e, 4px)) }`")).toBe(
      "x = `a * b{d:max(1em*2 + 3px,var(--e,4px))}`",
    );
  });

  test("a quoted text keeps its blanks", () => {
    expect(minified("x = css`a::after { content: 'b, c * d'; margin: max(1px, var(--d)) }`")).toMatch(
      /content:"b, c \* d";margin:max\(1px,var\(--d\)\)/,
    );
  });

  test("queries stay as older browsers read them", () => {
    expect(minified("x = css`@media (max-width: 480px) { a { b: c } }`")).toContain("@media (max-width:480px)");
  });

  test("an escape is still one for the page", () => {
    const sheet = "css`a::before { content: '\\\\2014' }`";
    expect(minified(`x = ${sheet}`)).toMatch(/content:"(—|\\\\2014)"/);
  });

  test("a literal with a value in it is refused, with what to do", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a module.
    expect(() => minified("x = css`a { b: ${c} }`")).toThrow("x.ts: a css literal must hold a whole style sheet");
  });

  test("a sheet that no browser would read is refused", () => {
    expect(() => minified("x = css`a { b: c`")).not.toThrow();
    expect(() => minified("x = css`a { color red }`")).toThrow();
  });
});

describe("html and svg literals in one line", () => {
  const minified = (code: string) => minifyLiterals("x.ts", code);

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is the source of a module.
  test("line breaks with the blanks around them are one blank, values and single blanks stay", () => {
    const code = "v = html`\n  <p\n    class=${a}\n  >\n    ${b} c  d\n  </p>`;";
    expect(minified(code)).toBe("v = html` <p class=${a} > ${b} c  d </p>`;");
  });

  test("quotes stay where HTML needs them", () => {
    expect(minified('v = html`<p class="a" dir="auto">x="y" <a href="/b" title="c d" rel="e"/></p>`')).toBe(
      'v = html`<p class=a dir=auto>x="y" <a href="/b" title="c d" rel="e"/></p>`',
    );
  });

  test("a literal inside of another's value, and an escape", () => {
    expect(minified("v = html`<b>\n${on ? svg`<i>\n \\`</i>` : x}\n</b>`")).toBe(
      "v = html`<b> ${on ? svg`<i> \\`</i>` : x} </b>`",
    );
  });

  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.

  test("other literals keep their lines", () => {
    expect(minified("v = `a\nb` + tag`a\nb` + html`a\nb`")).toBe("v = `a\nb` + tag`a\nb` + html`a b`");
  });
});
