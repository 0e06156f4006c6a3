import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/**
 * Firefox and Safari remember a failed `import()` as long as the page lives. So the widget's chunks request a part that
 * did not load once more from `again/`, where the build puts a copy of all chunks: see widget/element/chunks.ts. The retry
 * begins with a fetch, whose failures browsers do not remember; an address that answers with an error is left unused.
 *
 * This is done to the chunks, not in the source, since only the bundler knows the names of its files: the first import
 * needs the name in its own syntax, the second needs it as text.
 */
const HELPER = `const importWithRetry = (file) =>
  import("./" + file).catch(() =>
    fetch(import.meta.resolve("../again/assets/" + file)).then(({ ok, url }) => import(ok ? url : "")),
  );
`;

/** For `"./x.js"`, which the bundler writes for a chunk beside this one: the expression `"x.js"`. */
function neighbour(code: string, source: ESTree.Expression): string | undefined {
  const text = code.slice(source.start, source.end);
  if (source.type === "Literal" || source.type === "TemplateLiteral")
    return /^["'`]\.\//.test(text) ? `${text[0]}${text.slice(3)}` : undefined;
  return undefined;
}

/** The chunk with a second try, in `again/`, for each import of a chunk beside it. */
export function withRetries(code: string): string {
  const imports: { start: number; end: number; name: string }[] = [];
  new Visitor({
    ImportExpression({ start, end, source }) {
      const name = neighbour(code, source);
      if (name) imports.push({ start, end, name });
    },
  }).visit(parseSync("chunk.js", code).program);
  if (imports.length === 0) return code;
  return (
    HELPER +
    imports
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, { start, end, name }) => `${text.slice(0, start)}importWithRetry(${name})${text.slice(end)}`, code)
  );
}

export const importWithRetry = (): Plugin => ({
  name: "import-with-retry",
  renderChunk(code) {
    const rewritten = withRetries(code);
    return rewritten === code ? null : { code: rewritten, map: null };
  },
});
