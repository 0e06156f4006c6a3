import { join } from "node:path";
import { build, type Rolldown } from "vite";

/** Real packages around the widget, each a page in tests/fixtures/host-pages/. */

const folder = join(import.meta.dirname, "../../fixtures/host-pages");
const built = new Map<string, Promise<string>>();

async function bundle(name: string): Promise<string> {
  const outputs = (await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, lib: { entry: join(folder, `${name}.ts`), formats: ["iife"], name: "hostPage" } },
  })) as Rolldown.RolldownOutput[];
  return outputs[0]?.output[0].code ?? "";
}

/** The script of one of these pages, with its package inside. */
export function hostPageScript(name: string): Promise<string> {
  const known = built.get(name) ?? bundle(name);
  built.set(name, known);
  return known;
}
