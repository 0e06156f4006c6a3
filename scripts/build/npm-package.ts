import { execFile } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { manifest } from "../docs/manifest.ts";
import { bundleDeclarations } from "./declarations.ts";

/** The files of the npm package that are not JavaScript: types, `package.json`, `custom-elements.json`, readme. */

const root = join(import.meta.dirname, "../..");

/** Entries with types of their own and no code but the element's. */
const FRAMEWORKS = ["react", "vue", "svelte"] as const;

async function declarations(out: string): Promise<void> {
  const emitted = join(out, "emitted");
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [tsc, "-p", join(root, "widget/npm"), "--outDir", emitted]);
  writeFileSync(join(out, "index.d.ts"), bundleDeclarations(join(emitted, "widget/npm/index.d.ts")));
  writeFileSync(join(out, "client.d.ts"), bundleDeclarations(join(emitted, "widget/client.d.ts")));
  rmSync(emitted, { recursive: true });
}

/** Everything but the scripts, which the bundler puts beside it. */
export async function describePackage(out: string): Promise<void> {
  const { name, version, description, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    [field: string]: string;
  };
  const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  const manifestFile = "./custom-elements.json";
  const published = {
    name,
    version,
    description,
    license,
    keywords: ["voice", "agent", "widget", "web-component", "custom-element"],
    type: "module",
    sideEffects: ["./index.js", ...FRAMEWORKS.map((one) => `./${one}.js`), "./*-*.js"],
    customElements: "custom-elements.json",
    types: "./index.d.ts",
    exports: {
      ".": entry("index"),
      "./client": entry("client"),
      ...Object.fromEntries(FRAMEWORKS.map((one) => [`./${one}`, entry(one)])),
      [manifestFile]: manifestFile,
      "./package.json": "./package.json",
    },
    // Of any version, though the types are for newer ones: npm refuses the element, too, to a site that has an older one.
    peerDependencies: Object.fromEntries(FRAMEWORKS.map((one) => [one, "*"])),
    peerDependenciesMeta: Object.fromEntries(FRAMEWORKS.map((one) => [one, { optional: true }])),
  };
  writeFileSync(join(out, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  writeFileSync(join(out, "custom-elements.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  for (const one of FRAMEWORKS) {
    cpSync(join(root, `widget/npm/${one}.d.ts`), join(out, `${one}.d.ts`));
    writeFileSync(join(out, `${one}.js`), 'export * from "./index.js";\n');
  }
  cpSync(join(root, "widget/npm/README.md"), join(out, "README.md"));
  cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
  await declarations(out);
}
