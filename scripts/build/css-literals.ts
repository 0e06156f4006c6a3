import { Features, transform } from "lightningcss";
import { type Plugin, parseSync, Visitor } from "vite";

/** A whole style sheet without needless bytes. `(width <= 480px)` is a byte shorter, but Safari reads it only from 16.4. */
export const minifyCss = (css: string): string =>
  transform({
    filename: "literal.css",
    code: Buffer.from(css),
    minify: true,
    include: Features.MediaRangeSyntax,
  }).code.toString();

const asTemplate = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");

/**
 * The source of a module with every css`…` literal minified. The bundler's own minifier leaves template literals alone.
 * @throws Error on a literal with `${}`: what stands in it is known only on the page. Give Lit a list of styles instead.
 */
export function minifyCssLiterals(file: string, code: string): string {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: { start: number; end: number; css: string }[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || tag.name !== "css") return;
      const [only, ...more] = quasi.quasis;
      if (!only || more.length > 0) throw new Error(`${file}: a css literal must hold a whole style sheet`);
      found.push({ start: quasi.start + 1, end: quasi.end - 1, css: only.value.cooked ?? only.value.raw });
    },
  }).visit(program);
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, css }) => text.slice(0, start) + asTemplate(minifyCss(css)) + text.slice(end), code);
}

/** For the widget's own modules; of what a page loads, nothing else holds styles. */
export const cssLiterals = (): Plugin => ({
  name: "css-literals",
  enforce: "pre",
  transform: {
    filter: { id: /\/widget\/.*\.ts$/, code: "css`" },
    handler: (code, id) => ({ code: minifyCssLiterals(id, code), map: null }),
  },
});
