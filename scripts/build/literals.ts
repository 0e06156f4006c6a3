import { Features, transform } from "lightningcss";
import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/** A whole style sheet without needless bytes. `(width <= 480px)` is a byte shorter, but Safari reads it only from 16.4. */
const minifyCss = (css: string): string =>
  transform({
    filename: "literal.css",
    code: Buffer.from(css),
    minify: true,
    include: Features.MediaRangeSyntax,
  })
    .code.toString()
    // It leaves the blanks around `*` and `,` in values. In a selector `*` needs them, and a quoted text is shown with its own.
    .replace(/("[^"]*")| ?([*,]) (?=[^{}]*[;}])/g, "$1$2");

const asTemplate = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");

/** Line breaks of the source, which HTML reads as one blank. */
const joinLines = (markup: string) => markup.replace(/\s*\n\s*/g, " ");

/** Quotes around a value that HTML reads without them. */
const unquote = (markup: string) => markup.replace(/(?<=\s[a-z-]+=)"([\w-]+)"(?=[\s>])/g, "$1");

/**
 * What the templates that a page loads do not read (lit-parts.ts), with `$` for each value: comments, text inside of these
 * elements, tags whose name is a value, a value in place of an attribute, and one right before the end of its tag.
 */
const UNREAD =
  /<!|<(?:style|script|title|math)\b|<textarea[^<]*>(?!<\/textarea>)|<\/?\$|<\/[^a-zA-Z]|<[a-zA-Z][^<>]*\s\$|\$\/>/;

/** @returns the new text of each part of a literal. */
function minifyParts(file: string, tag: string, parts: readonly ESTree.TemplateElement[]): string[] {
  if (tag !== "css") {
    const markup = parts.map(({ value }) => value.raw).join("$");
    const unread = UNREAD.exec(markup.replace(/"[^"]*"/g, '""'));
    if (unread) throw new Error(`${file}: markup as "${unread[0]}" is not read: see UNREAD in literals.ts`);
  }
  if (tag !== "css") return parts.map(({ value }) => unquote(joinLines(value.raw)));
  const [only, ...more] = parts;
  if (!only || more.length > 0) throw new Error(`${file}: a css literal must hold a whole style sheet`);
  return [asTemplate(minifyCss(only.value.cooked ?? only.value.raw))];
}

/**
 * The source of a module with its css`…` literals minified and without their tag (widget/css.ts), and its html`…` and svg`…`
 * literals in one line. The bundler's own minifier leaves template literals alone.
 * @throws Error on a css literal with `${}`: what stands in it is known only on the page. Add a custom property, or another
 * sheet, instead.
 */
export function minifyLiterals(file: string, code: string): string {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const literals: { start: number; end: number; text: string }[] = [];
  const replace = (start: number, end: number, text: string) => literals.push({ start, end, text });
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== "Identifier" || !/^(?:css|html|svg)$/.test(tag.name)) return;
      // A part begins with the backtick or brace before it.
      const texts = minifyParts(file, tag.name, quasi.quasis);
      quasi.quasis.forEach(({ start, value }, index) => {
        replace(start + 1, start + 1 + value.raw.length, texts[index] ?? "");
      });
      // A sheet is its text: no call is left.
      if (tag.name === "css") replace(tag.start, tag.end, "");
    },
  }).visit(program);
  return literals
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), code);
}

/** For our own modules; of what a page loads, nothing else holds styles and markup. */
export const literals = (): Plugin => ({
  name: "literals",
  enforce: "pre",
  transform: {
    filter: { id: /\/(?:widget|shared)\/.*\.ts$/, code: /\b(?:css|html|svg)`/ },
    handler: (code, id) => ({ code: minifyLiterals(id, code), map: null }),
  },
});
