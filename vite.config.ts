import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";
import { minifyCssLiterals } from "./scripts/minify-css.ts";

/** What is built, one entry each; scripts/build.ts runs them in order. Paths under `outDir` are the public addresses. */

const root = fileURLToPath(new URL(".", import.meta.url));

/** What a target's `define` needs; see widget/build.d.ts. */
export interface Names {
  version: string;
  /** File names relative to `dist/public`. */
  worklet?: string;
  panel?: string;
  engine?: string;
  bubble?: string;
  debug?: string;
}

const base = (outDir: string, names: Names): InlineConfig => ({
  configFile: false,
  envDir: false,
  root,
  publicDir: false,
  logLevel: "warn",
  plugins: [minifyCssLiterals()],
  define: {
    __VERSION__: JSON.stringify(names.version),
    __AUDIO_WORKLET__: JSON.stringify(names.worklet?.replace(/^assets\//, "")),
    __PANEL_CHUNK__: JSON.stringify(names.panel),
    __ENGINE_CHUNK__: JSON.stringify(names.engine),
    __BUBBLE_CHUNK__: JSON.stringify(names.bubble),
    __DEBUG_CHUNK__: JSON.stringify(names.debug),
    "process.env.NODE_ENV": '"production"',
  },
  build: { outDir, emptyOutDir: false, target: "es2022", reportCompressedSize: false, copyPublicDir: false },
});

/** Library mode leaves whitespace in ES output, so the minifier is told at the output. */
const minify = { compress: true, mangle: true, codegen: true } as const;

const library = (
  config: InlineConfig,
  entry: Record<string, string>,
  output: { entryFileNames: string; chunkFileNames?: string; format: "es" | "iife"; name?: string; intro?: string },
  preserveEntrySignatures?: "allow-extension",
): InlineConfig => ({
  ...config,
  build: {
    ...config.build,
    lib: { entry, formats: [output.format], name: output.name ?? "VoiceWidget" },
    rolldownOptions: { output: { ...output, minify }, ...(preserveEntrySignatures && { preserveEntrySignatures }) },
  },
});

/** The AudioWorklet processor: a file of its own, since a strict CSP forbids `blob:` and `data:`. */
export const worklet = (outDir: string, names: Names, entryFileNames = "assets/audio-worklet-[hash].js") =>
  library(
    base(outDir, names),
    { "audio-worklet": "widget/audio/audio-worklet.ts" },
    { entryFileNames, format: "iife", name: "AudioWorklet" },
  );

/** What loads on intent: the panel, the engine and, through their `import()`s, audio and one chunk per protocol. */
export const chunks = (outDir: string, names: Names) =>
  library(
    base(outDir, names),
    {
      panel: "widget/parts/panel-entry.ts",
      engine: "widget/session/engine-entry.ts",
    },
    { entryFileNames: "assets/[name]-[hash].js", chunkFileNames: "assets/[name]-[hash].js", format: "es" },
    // What comes later takes Lit from the panel; else Lit would be a chunk, and one more request before the panel.
    "allow-extension",
  );

/** What few pages load, each by itself: a chunk shared with the panel would be one more request for everybody. */
export const ASIDE = { bubble: "widget/parts/bubble-entry.ts", debug: "widget/debug/debug-entry.ts" };
export const aside = (outDir: string, names: Names, name: keyof typeof ASIDE) =>
  library(base(outDir, names), { [name]: ASIDE[name] }, { entryFileNames: "assets/[name]-[hash].js", format: "es" });

/** The one script of the snippet. A classic script may load it too: no top-level import, export or import.meta. */
export const loader = (outDir: string, names: Names) =>
  library(
    base(outDir, names),
    { "voice-widget": "widget/loader.ts" },
    // On a server, where a bundler may evaluate it, it does nothing.
    { entryFileNames: "voice-widget.js", format: "iife", intro: 'if (typeof document === "undefined") return;' },
  );

/** `voice-widget/client` of the npm package: the engine without a face. */
export const client = (outDir: string, names: Names) =>
  library(
    base(outDir, names),
    { client: "widget/client.ts" },
    { entryFileNames: "client.js", chunkFileNames: "[name]-[hash].js", format: "es" },
  );

/** The operator's console. */
export const console = (outDir: string, names: Names): InlineConfig => {
  const config = base(`${outDir}/console`, names);
  return { ...config, root: `${root}console`, base: "/console/", build: { ...config.build, modulePreload: false } };
};
