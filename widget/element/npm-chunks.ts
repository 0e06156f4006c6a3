import type { Chunks } from "./chunks.ts";

/** `#chunks` in the npm package (see `imports` in package.json): the page's own bundler follows these imports. */
const CHUNKS: { [Name in keyof Chunks]: () => Promise<Chunks[Name]> } = {
  panel: () => import("../panel/panel-entry.ts"),
  greeting: () => import("../greeting/greeting-entry.ts"),
  debug: () => import("../debug/debug-entry.ts"),
};

/** A bundle's address does not tell where the service is. */
export const homeOrigin: string = "";

export const loadChunk = <Name extends keyof Chunks>(name: Name): Promise<Chunks[Name]> => CHUNKS[name]();
