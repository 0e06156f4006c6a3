import type { Plugin } from "vite";

/**
 * Takes comments and needless blanks out of the widget's css`…` literals, which the minifier leaves as they are.
 * A blank before `:` may be a descendant combinator and one around `+` may belong to `calc()`: those stay.
 */
export function minifyCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};]) ?/g, "$1")
    .replace(/([:,]) /g, "$1")
    .replace(/;}/g, "}")
    .replace(/="([a-z][\w-]*)"\]/g, "=$1]")
    .replace(/ !important/g, "!important")
    .replace(/(?<![\w.])0\.(?=\d)/g, ".")
    .trim();
}

export const minifyCssLiterals = (): Plugin => ({
  name: "minify-css-literals",
  enforce: "pre",
  transform(code, id) {
    if (!/\/widget\/.*-styles\.ts$/.test(id)) return null;
    return { code: code.replace(/css`([^`]*)`/g, (_whole, css: string) => `css\`${minifyCss(css)}\``), map: null };
  },
});
