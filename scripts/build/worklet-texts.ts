import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/**
 * Some bundlers (esbuild and with it Angular, Rollup by itself, Vite's development server) leave out the file that
 * `new URL("./audio-worklet.js", import.meta.url)` names, and a page would be without sound. So the npm package has each worklet's
 * text, too, in a chunk that any bundler takes along. The file comes first: a strict policy forbids `blob:`.
 *
 * This is done to the package's chunks, not in the source: what the service itself serves needs none of it.
 */
const HELPER = `const addWorklet = async (worklet, file, text) => {
  try {
    await worklet.addModule(file());
  } catch (error) {
    const { default: code } = await text();
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    await worklet.addModule(url).catch(() => {
      throw error;
    });
    URL.revokeObjectURL(url);
  }
};
`;

/** The name of the module whose default export is this worklet's text. */
export const textModule = (worklet: string): string => worklet.replace(/\.js$/, "-text.js");

/** The chunk, with the text in reserve wherever it loads a worklet. */
export function withWorkletTexts(code: string): string {
  const calls: { start: number; end: number; text: string }[] = [];
  new Visitor({
    CallExpression({ start, end, callee, arguments: [file] }: ESTree.CallExpression) {
      if (callee.type !== "MemberExpression" || !file) return;
      const worklet = code.slice(callee.object.start, callee.object.end);
      if (!worklet.endsWith(".audioWorklet")) return;
      const url = code.slice(file.start, file.end);
      const name = /[\w-]+\.js(?=["'`])/.exec(url)?.[0];
      if (!name) throw new Error(`which worklet? ${url}`);
      const text = `addWorklet(${worklet}, () => ${url}, () => import("./${textModule(name)}"))`;
      calls.push({ start, end, text });
    },
  }).visit(parseSync("chunk.js", code).program);
  if (calls.length === 0) return code;
  return (
    HELPER +
    calls
      .toSorted((a, b) => b.start - a.start)
      .reduce((whole, { start, end, text }) => whole.slice(0, start) + text + whole.slice(end), code)
  );
}

export const workletTexts = (): Plugin => ({
  name: "worklet-texts",
  renderChunk(code) {
    const rewritten = withWorkletTexts(code);
    return rewritten === code ? null : { code: rewritten, map: null };
  },
});
