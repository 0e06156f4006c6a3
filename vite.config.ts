import { fileURLToPath } from "node:url";
import { defaultClientConditions, type InlineConfig, type Plugin } from "vite";
import { computed } from "./scripts/build/computed.ts";
import { importWithRetry } from "./scripts/build/import-with-retry.ts";
import { inEachChunk } from "./scripts/build/in-each-chunk.ts";
import { litParts } from "./scripts/build/lit-parts.ts";
import { literals } from "./scripts/build/literals.ts";
import { minifyChunks } from "./scripts/build/minify-chunks.ts";
import { ownGlobals } from "./scripts/build/own-globals.ts";
import { workletTexts } from "./scripts/build/worklet-texts.ts";
import { LOCALES } from "./shared/languages.ts";

/** What is built, one entry each; scripts/build/build.ts runs them in order. Paths under `outDir` are the public addresses. */

const root = fileURLToPath(new URL(".", import.meta.url));

/** What a target's `define` needs; see widget/build.d.ts. */
export interface Names {
  version: string;
  /** File names relative to `dist/public`. */
  worklet?: string;
  guard?: string;
  panel?: string;
  greeting?: string;
  debug?: string;
  /** The folder of the languages, beside the chunks. */
  texts?: string;
}

const base = (outDir: string, names: Names): InlineConfig => ({
  configFile: false,
  envDir: false,
  root,
  publicDir: false,
  logLevel: "warn",
  plugins: [computed(), literals()],
  define: {
    __VERSION__: JSON.stringify(names.version),
    __AUDIO_WORKLET__: JSON.stringify(names.worklet?.replace(/^assets\//, "")),
    __GUARD_WORKLET__: JSON.stringify(names.guard?.replace(/^assets\//, "")),
    __PANEL_CHUNK__: JSON.stringify(names.panel),
    __GREETING_CHUNK__: JSON.stringify(names.greeting),
    __DEBUG_CHUNK__: JSON.stringify(names.debug),
    __TEXTS__: JSON.stringify(names.texts),
    "process.env.NODE_ENV": '"production"',
  },
  build: { outDir, emptyOutDir: false, target: "es2022", reportCompressedSize: false, copyPublicDir: false },
});

/** In a file's name. The shortest that the bundler takes for so many files: each character of it is loaded and cannot be packed. */
const HASH = "-[hash:7]";

/** For what a page loads. */
const smallest = (outDir: string, names: Names, plugins: Plugin[] = []): InlineConfig => ({
  ...base(outDir, names),
  plugins: [computed(), literals(), litParts(), ...plugins, minifyChunks()],
});

/** Library mode leaves whitespace in ES output, so the minifier is told at the output. */
const minify = { compress: true, mangle: true, codegen: true } as const;

interface Output {
  entryFileNames: string;
  chunkFileNames?: string;
  format: "es" | "iife";
  name?: string;
  intro?: string | ((chunk: { moduleIds: string[] }) => string);
}

const library = (
  config: InlineConfig,
  entry: Record<string, string>,
  output: Output,
  preserveEntrySignatures?: "allow-extension",
): InlineConfig => ({
  ...config,
  build: {
    ...config.build,
    lib: { entry, formats: [output.format], name: output.name ?? "VoiceWidget" },
    rolldownOptions: {
      // A constant that two chunks import would be a chunk of its own.
      optimization: { inlineConst: { mode: "all" } },
      output: { ...output, minify },
      ...(preserveEntrySignatures && { preserveEntrySignatures }),
      // Else `npm start` prints how long the second minifying takes.
      checks: { pluginTimings: false },
    },
  },
});

/** The AudioWorklet processors: files of their own, since a strict CSP forbids `blob:` and `data:`. */
export const WORKLETS = {
  "audio-worklet": "widget/audio/audio-worklet.ts",
  "guard-worklet": "widget/audio/guard/guard-worklet.ts",
};
export const worklet = (
  outDir: string,
  names: Names,
  name: keyof typeof WORKLETS,
  entryFileNames = `assets/${name}${HASH}.js`,
) =>
  library(
    smallest(outDir, names),
    { [name]: WORKLETS[name] },
    { entryFileNames, format: "iife", name: "AudioWorklet" },
  );

/** Each language but English, which is built in: a file by itself, for who reads it. */
export const texts = (outDir: string, names: Names, folder: string) =>
  library(
    base(outDir, names),
    Object.fromEntries(LOCALES.filter((one) => one !== "en").map((one) => [one, `widget/i18n/${one}.ts`])),
    { entryFileNames: `${folder}/[name].js`, format: "es" },
  );

/** What loads on intent: the panel with the session and, through their `import()`s, audio and one chunk per protocol. */
export const chunks = (outDir: string, names: Names) =>
  library(
    smallest(outDir, names, [inEachChunk(), importWithRetry(), ownGlobals()]),
    { panel: "widget/panel/panel-entry.ts" },
    { entryFileNames: "assets/[name]-[hash:7].js", chunkFileNames: "assets/[name]-[hash].js", format: "es" },
    // The other chunks take Lit from the panel; else Lit would be a chunk, and one more request before the panel.
    "allow-extension",
  );

/** What few pages load, each by itself: a chunk shared with the panel would be one more request for everybody. */
export const ASIDE = { greeting: "widget/greeting/greeting-entry.ts", debug: "widget/debug/debug-entry.ts" };
export const aside = (outDir: string, names: Names, name: keyof typeof ASIDE) =>
  library(
    smallest(outDir, names, [ownGlobals()]),
    { [name]: ASIDE[name] },
    { entryFileNames: `assets/[name]${HASH}.js`, format: "es" },
  );

/** The one script of the snippet. A classic script may load it too: no top-level import, export or import.meta. */
export const loader = (outDir: string, names: Names) =>
  library(
    smallest(outDir, names, [ownGlobals()]),
    { "voice-widget": "widget/loader.ts" },
    // On a server, where a bundler may evaluate it, it does nothing.
    { entryFileNames: "voice-widget.js", format: "iife", intro: 'if (typeof document === "undefined") return;' },
  );

/**
 * The npm package: the element for a page's own bundler, which follows its imports, and `voice-widget/client`, the headless
 * engine.
 */
export const npm = (outDir: string, names: Names) => {
  const config = base(outDir, names);
  return library(
    // What of the widget differs here has two files, named under `imports` in package.json.
    {
      ...config,
      plugins: [computed(), literals(), workletTexts()],
      resolve: { conditions: [...defaultClientConditions, "npm-package"] },
    },
    { index: "widget/npm/index.ts", client: "widget/client.ts" },
    {
      entryFileNames: "[name].js",
      chunkFileNames: `[name]${HASH}.js`,
      format: "es",
      // A server has no elements, and evaluates the class nevertheless.
      intro: ({ moduleIds }) =>
        moduleIds.includes(`${root}widget/element/base-element.ts`)
          ? "const { HTMLElement = class {} } = globalThis;"
          : "",
    },
  );
};

/** The operator's console. */
export const operatorConsole = (outDir: string, names: Names): InlineConfig => {
  const config = base(`${outDir}/console`, names);
  const pages = ["index", "preview", "test-call"].map((page) => `${root}console/${page}.html`);
  return {
    ...config,
    root: `${root}console`,
    base: "/console/",
    build: { ...config.build, modulePreload: false, rolldownOptions: { input: pages } },
  };
};

/** Of the console: under a name that stays, since browsers look there for a newer one. */
export const serviceWorker = (outDir: string, names: Names) =>
  library(
    base(outDir, names),
    { "service-worker": "console/service-worker/service-worker.ts" },
    { entryFileNames: "console/service-worker.js", format: "iife", name: "ServiceWorker" },
  );

/** Every option beside a live widget; `attributes` come from the source, see scripts/docs/options.ts. */
export const playground = (outDir: string, names: Names, attributes: object[]): InlineConfig => {
  const config = base(`${outDir}/playground`, names);
  return {
    ...config,
    root: `${root}playground`,
    base: "/playground/",
    define: { ...config.define, __ATTRIBUTES__: JSON.stringify(attributes) },
    build: { ...config.build, modulePreload: false },
  };
};
