import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build as viteBuild } from "vite";
import * as targets from "../../vite.config.ts";
import { playgroundAttributes } from "../docs/options.ts";
import { describeRelease } from "./describe-release.ts";
import { tidyEarlierFiles } from "./earlier-files.ts";
import { buildGuides } from "./guides.ts";
import { HEADERS } from "./headers.ts";
import { withLock } from "./lock.ts";
import { describePackage } from "./npm-package.ts";
import { copyReference } from "./reference.ts";
import { textModule } from "./worklet-texts.ts";

/**
 * Builds everything that is served as a file into `dist/public` and, for npm, `dist/npm`.
 * Does nothing when no input changed: `npm start`, `wrangler dev` and `wrangler deploy` may all ask.
 */

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");
const STAMP = join(dist, "build.json");

/** What the build found out, kept in `dist/build.json` for `npm run check:sizes` and the tests. */
export interface BuildReport {
  version: string;
  inputs: string;
  /** Served files by path under `dist/public`, with their sizes in bytes. */
  files: Record<string, { bytes: number; gzip: number }>;
  /** `integrity` of the exact-version script. */
  integrity: string;
  /** The widget's chunks by name, relative to `dist/public`. */
  chunks: { worklet: string; panel: string };
}

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** One hash over all that can change the output. */
function inputsHash(): string {
  const files = globSync(
    [
      "{widget,shared,demo,console,playground}/**/*",
      "docs/*.md",
      "docs/reference/*",
      "scripts/{build,docs}/*",
      "vite.config.ts",
      "package.json",
      "package-lock.json",
      "tsconfig.base.json",
    ],
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

function fresh(inputs: string): BuildReport | undefined {
  if (!existsSync(STAMP)) return undefined;
  const report = JSON.parse(readFileSync(STAMP, "utf8")) as BuildReport;
  const whole = Object.keys(report.files).every((file) => existsSync(join(dist, "public", file)));
  return report.inputs === inputs && whole ? report : undefined;
}

/** @returns the file name of the chunk that begins with this entry or `import()`, relative to the output folder. */
async function run(config: ReturnType<typeof targets.worklet>): Promise<(name: string) => string> {
  const result = await viteBuild(config);
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ("output" in one ? one.output : []));
  return (name) => {
    const chunk = outputs.find((output) => output.type === "chunk" && output.name === name);
    if (!chunk) throw new Error(`the build made no entry "${name}"`);
    return chunk.fileName;
  };
}

/** Names a folder by its content, so that browsers may keep it for ever. */
function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest("base64url").slice(0, 7);
}

async function buildInto(out: string): Promise<BuildReport["chunks"]> {
  // Packages offer a development build where NODE_ENV, which test runners set, is not production.
  process.env.NODE_ENV = "production";
  const named: targets.Names = { version };
  named.worklet = (await run(targets.worklet(out, named, "audio-worklet")))("audio-worklet");
  named.guard = (await run(targets.worklet(out, named, "guard-worklet")))("guard-worklet");
  await viteBuild(targets.texts(out, named, "assets/texts"));
  named.texts = `texts-${hashOf(join(out, "assets/texts"))}`;
  renameSync(join(out, "assets/texts"), join(out, "assets", named.texts));
  const chunk = await run(targets.chunks(out, named));
  named.panel = chunk("panel");
  for (const name of ["greeting", "debug"] as const) named[name] = (await run(targets.aside(out, named, name)))(name);
  await run(targets.loader(out, named));
  cpSync(join(out, "voice-widget.js"), join(out, `voice-widget-${version}.js`));
  describeRelease(out, version);
  // For pages on which a chunk failed once: see widget/element/chunks.ts.
  cpSync(join(out, "assets"), join(out, "again/assets"), { recursive: true });
  cpSync(join(root, "demo"), join(out, "demo"), { recursive: true });
  if (existsSync(join(root, "console/main.ts"))) {
    await viteBuild(targets.operatorConsole(out, named));
    await run(targets.serviceWorker(out, named));
    cpSync(join(root, "console/public"), join(out, "console"), { recursive: true });
  }
  await viteBuild(targets.playground(out, named, playgroundAttributes()));
  copyReference(root, out);
  buildGuides(root, out);
  writeFileSync(join(out, "_headers"), HEADERS);
  return { worklet: named.worklet, panel: named.panel };
}

/** A running server reads the folder: whole new files are put in place, those before them are not touched. */
function putInPlace(from: string, to: string): string[] {
  const files = globSync("**/*", { cwd: from, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  rmSync(from, { recursive: true, force: true });
  return files;
}

/**
 * Builds unless nothing changed.
 * @param options.alone whether files of earlier builds must go, as for a deployment
 * @returns what stands in `dist` now.
 */
export async function build({ force = false, alone = false } = {}): Promise<{ report: BuildReport; built: boolean }> {
  mkdirSync(dist, { recursive: true });
  return withLock(join(dist, "build.lock"), async () => {
    const inputs = inputsHash();
    const publicDir = join(dist, "public");
    const earlier = force ? undefined : fresh(inputs);
    if (earlier) {
      if (alone) tidyEarlierFiles(publicDir, Object.keys(earlier.files), { keep: false, now: Date.now() });
      return { report: earlier, built: false };
    }

    rmSync(STAMP, { force: true });
    for (const left of readdirSync(dist)) if (left.startsWith("next-")) rmSync(join(dist, left), { recursive: true });
    const next = join(dist, `next-${process.pid}`);
    const nextNpm = join(dist, `next-npm-${process.pid}`);
    mkdirSync(nextNpm, { recursive: true });
    // The compiler works on the declarations meanwhile, in a process of its own.
    const described = describePackage(nextNpm);
    described.catch(() => {});
    const chunks = await buildInto(next);
    for (const name of ["audio-worklet", "guard-worklet"] as const) {
      const file = `${name}.js`;
      await run(targets.worklet(nextNpm, { version }, name, file));
      const text = JSON.stringify(readFileSync(join(nextNpm, file), "utf8"));
      writeFileSync(join(nextNpm, textModule(file)), `export default ${text};\n`);
    }
    // The dot lets a page's bundler see a file beside this one.
    await run(targets.npm(nextNpm, { version, worklet: "./audio-worklet.js", guard: "./guard-worklet.js" }));
    await described;

    const files = putInPlace(next, publicDir);
    tidyEarlierFiles(publicDir, files, { keep: !alone, now: Date.now() });
    const npm = join(dist, "npm");
    tidyEarlierFiles(npm, putInPlace(nextNpm, npm), { keep: false, now: Date.now() });
    const size = (file: string) => {
      const bytes = readFileSync(join(publicDir, file));
      return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
    };
    const report: BuildReport = {
      version,
      inputs,
      files: Object.fromEntries(files.map((file) => [file, size(file)])),
      integrity: (JSON.parse(readFileSync(join(publicDir, "release.json"), "utf8")) as { integrity: string }).integrity,
      chunks,
    };
    writeFileSync(STAMP, `${JSON.stringify(report, null, 2)}\n`);
    return { report, built: true };
  });
}

function print(report: BuildReport): void {
  for (const [file, { bytes, gzip }] of Object.entries(report.files))
    console.log(`${String(bytes).padStart(8)} B ${String(gzip).padStart(7)} B gzip  ${file}`);
  console.log(`voice-widget-${report.version}.js integrity="${report.integrity}"`);
}

if (import.meta.main) {
  const started = performance.now();
  try {
    const { report, built } = await build({ force: process.argv.includes("--force") });
    if (built) print(report);
    console.log(
      built ? `built in ${((performance.now() - started) / 1000).toFixed(1)} s` : "dist/public is up to date",
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    // Under `npm start` the running service keeps the last good build; elsewhere a failure ends the process.
    process.exitCode = process.env.KEEP_LAST_BUILD ? 0 : 1;
  }
}
