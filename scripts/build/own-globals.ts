import { type Plugin, parseSync, Visitor } from "vite";

/**
 * Classes of the platform whose names pages give to things of their own. `class Map {}`, `class Node {}` or `const URL = "/api"`
 * in a classic script hides the platform's from every other script, modules too, but leaves it on the global object. So what
 * a page loads takes them from there.
 */
const NAMES = ["Audio", "Event", "Map", "Node", "Set", "Symbol", "URL"];

/**
 * Rewrites every identifier of these names. `{ Map }`, `{ Map: 1 }` or a parameter `Map` becomes text that is no JavaScript, so
 * that the minifier stops the build.
 */
export function withOwnGlobals(file: string, code: string): string {
  const places: number[] = [];
  new Visitor({
    Identifier({ name, start }) {
      if (NAMES.includes(name) && code[start - 1] !== ".") places.push(start);
    },
  }).visit(parseSync(file, code).program);
  return places
    .toSorted((a, b) => b - a)
    .reduce((result, start) => `${result.slice(0, start)}globalThis.${result.slice(start)}`, code);
}

/** Not for worklets, which no script of the page shares. */
export const ownGlobals = (): Plugin => ({
  name: "own-globals",
  renderChunk: (code, { fileName }) => ({ code: withOwnGlobals(fileName, code), map: null }),
});
