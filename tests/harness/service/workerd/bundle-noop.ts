import { join } from "node:path";
import { build } from "vite";
import { fillFromCache } from "../../../../scripts/test/cached-files.ts";

/** The least that Hono can do, bundled likewise: what every ratio is measured against. */
export async function bundleNoop(folder: string): Promise<string> {
  await fillFromCache(folder, { patterns: ["bench/noop/*"] }, async (outDir) => {
    await build({
      configFile: false,
      logLevel: "error",
      build: {
        outDir,
        emptyOutDir: true,
        target: "es2023",
        minify: false,
        rolldownOptions: { external: ["cloudflare:workers"] },
        lib: {
          entry: join(import.meta.dirname, "../../../../bench/noop/noop.ts"),
          formats: ["es"],
          fileName: () => "noop.js",
        },
      },
    });
  });
  return join(folder, "noop.js");
}
