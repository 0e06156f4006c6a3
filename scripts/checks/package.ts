import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkPackage, createPackageFromTarballData, type Package } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build } from "../build/build.ts";

/**
 * `npm run check:package`: the npm package as it would be published. Packs it, lints it, resolves its types in every way
 * that it claims to support, installs it beside older frameworks, type-checks people who use it, and imports it where there is
 * no browser.
 */

const root = join(import.meta.dirname, "../..");
const work = mkdtempSync(join(tmpdir(), "voice-widget-package-"));
const problems: string[] = [];

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) problems.push(`${[command, ...args].join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

function pack(): Buffer {
  run("npm", ["pack", "--silent", "--pack-destination", work], join(root, "dist/npm"));
  const tarball = readdirSync(work).find((file) => file.endsWith(".tgz"));
  if (!tarball) throw new Error(`nothing was packed:\n${problems.join("\n")}`);
  return readFileSync(join(work, tarball));
}

async function lint(tarball: Buffer): Promise<void> {
  const data = new Uint8Array(tarball).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
  for (const message of messages) problems.push(`publint: ${formatMessage(message, pkg, { color: false })}`);
}

/** The package is for bundlers and for Node's `import`; CommonJS and what came before `exports` are left out. */
async function resolveTypes(pkg: Package): Promise<void> {
  const result = await checkPackage(pkg);
  if (!result.types) {
    problems.push("attw: the package has no types");
    return;
  }
  const entry = (problem: object) => ("entrypoint" in problem ? String(problem.entrypoint) : "");
  for (const problem of result.problems) {
    const how = "resolutionKind" in problem ? problem.resolutionKind : "";
    if (how === "node10" || how === "node16-cjs" || problem.kind === "CJSResolvesToESM") continue;
    // Data, not code: it has no types.
    if (entry(problem).endsWith(".json")) continue;
    problems.push(`attw: ${problem.kind} ${entry(problem)} ${how}`);
  }
}

/** A project that has installed the packed package. */
function installed(pkg: Package): string {
  const project = join(work, "project");
  for (const file of pkg.listFiles()) {
    const path = join(project, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, pkg.readFile(file));
  }
  const modules = join(project, "node_modules");
  for (const name of ["@types/react", "@types/react-dom", "csstype", "vite"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  }
  cpSync(join(root, "tests/types/stubs"), modules, { recursive: true });
  for (const folder of ["tests/types", "examples"])
    if (existsSync(join(root, folder))) cpSync(join(root, folder), join(project, folder), { recursive: true });
  rmSync(join(project, "tests/types/stubs"), { recursive: true });
  return project;
}

/** The element is for every page, whatever its framework's version: npm refuses a peer of another one, also where it is optional. */
function installBesideOlder(): void {
  const site = join(work, "site");
  const versions = { react: "18.3.1", vue: "2.7.16", svelte: "4.2.20" };
  for (const [name, version] of Object.entries(versions)) {
    mkdirSync(join(site, name), { recursive: true });
    writeFileSync(join(site, name, "package.json"), JSON.stringify({ name, version }));
  }
  const dependencies = Object.fromEntries(Object.keys(versions).map((name) => [name, `file:${name}`]));
  const [tarball] = readdirSync(work).filter((file) => file.endsWith(".tgz"));
  writeFileSync(
    join(site, "package.json"),
    JSON.stringify({ dependencies: { ...dependencies, "voice-widget": `file:../${tarball}` } }),
  );
  run("npm", ["install", "--offline", "--no-audit", "--no-fund"], site);
}

/** Everything that uses the package, as bundlers and as Node resolve it. Our own declarations are checked too. */
function typeCheck(project: string): void {
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    jsx: "react-jsx",
    types: [],
  };
  const projects = {
    bundler: {
      compilerOptions: { ...options, module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true },
      include: ["tests", "examples"],
      // A server, which does not use the package.
      exclude: ["examples/webhook-receiver", "examples/slack-desk"],
    },
    node: { compilerOptions: { ...options, module: "nodenext" }, include: ["tests"] },
  };
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  for (const [name, config] of Object.entries(projects)) {
    writeFileSync(join(project, `tsconfig.${name}.json`), JSON.stringify(config));
    run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", `tsconfig.${name}.json`], project);
  }
}

/** On a server every entry can be imported, sets no global and leaves nothing running. */
function importOnServer(project: string): void {
  const script = `
    const before = Object.getOwnPropertyNames(globalThis).join();
    for (const name of ["", "/client", "/react", "/vue", "/svelte"]) await import("voice-widget" + name);
    if (Object.getOwnPropertyNames(globalThis).join() !== before) throw new Error("a global was made");
    console.log("imported");`;
  const said = run(process.execPath, ["--input-type=module", "--eval", script], project);
  if (said.trim() !== "imported") problems.push(`importing on a server said: ${said}`);
}

try {
  await build();
  const tarball = pack();
  const pkg = createPackageFromTarballData(tarball);
  await lint(tarball);
  await resolveTypes(pkg);
  installBesideOlder();
  const project = installed(pkg);
  typeCheck(project);
  importOnServer(project);
  const files = pkg.listFiles();
  console.log(`${pkg.packageName}@${pkg.packageVersion}: ${files.length} files, ${tarball.length} B packed`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "package: as people need it" : `package: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
