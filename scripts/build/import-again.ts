import type { Plugin } from "vite";

/**
 * Firefox and Safari remember a failed `import()` as long as the page lives. In the widget's chunks a part that could
 * not be had is therefore asked for once more in `again/`, where the build puts a copy of them all: see
 * widget/element/chunks.ts. A failed fetch is remembered by nobody, so it goes first.
 */
const HELPER = `const importAgain = (file) =>
  import(".." + file).catch(() => {
    const { href } = new URL("../again/assets/" + file, import.meta.url);
    return fetch(href).then(() => import(href));
  });
`;

/** An import of a neighbour, as the bundler writes it or as widget/i18n/load-texts.ts makes its name. */
const OWN_IMPORT = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?(?:"\.\/([^"]+)"|`\.\/([^`]+)`)\s*\)/g;

export const importAgain = (): Plugin => ({
  name: "import-again",
  renderChunk(code) {
    const rewritten = code.replace(
      OWN_IMPORT,
      (_all, plain?: string, made?: string) => `importAgain(\`${plain ?? made}\`)`,
    );
    return rewritten === code ? null : { code: HELPER + rewritten, map: null };
  },
});
