import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/**
 * Modules that say what follows from a table of `shared/` for the page. Their exports are computed here and written out as
 * literals, so that neither the table, with its prose, nor the sum is loaded by a visitor. Exports are JSON.
 */
const COMPUTED =
  /\/(?:widget\/config\/(?:color-tokens|defaults|token-rules)|widget\/element\/default-look|widget\/panel\/published-styles|shared\/theme\/palette)\.ts$/;

export const computed = (): Plugin => ({
  name: "computed",
  load: {
    filter: { id: COMPUTED },
    handler: async (id) =>
      Object.entries(await import(pathToFileURL(id).href))
        // As modules have them; a test runner's own modules do not, and another order is another build.
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n"),
  },
});
