import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

const root = join(import.meta.dirname, "../..");

/** The packages that the Worker imports, each subpath by itself. */
export function workerPackages(): string[] {
  const files = globSync("{worker,shared}/**/*.ts", { cwd: root }).sort();
  const names = files.flatMap((file) =>
    parseSync(file, readFileSync(join(root, file), "utf8"))
      .module.staticImports.filter(({ entries }) => !entries.length || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
  );
  return [...new Set(names)].filter((name) => !/^(\.|cloudflare:|node:)/.test(name));
}
