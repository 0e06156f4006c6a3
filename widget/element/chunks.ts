import { embeddedHome } from "./embedded.ts";
import { scriptUrl } from "./running-script.ts";

/** The chunks: each is loaded once, from beside the loader's own address. */
export interface Chunks {
  panel: typeof import("../panel/panel-entry.ts");
  greeting: typeof import("../greeting/greeting-entry.ts");
  debug: typeof import("../debug/debug-entry.ts");
}

const FILES: Record<keyof Chunks, string> = {
  panel: __PANEL_CHUNK__,
  greeting: __GREETING_CHUNK__,
  debug: __DEBUG_CHUNK__,
};

const home = embeddedHome ?? scriptUrl;
/** The loader's origin, or empty if it has none. */
export const homeOrigin = /^https?:\/\/[^/]+/.exec(home as string)?.[0] ?? "";
const asked: Partial<Record<keyof Chunks, Promise<unknown>>> = {};
/**
 * Firefox and Safari remember a failed import for as long as the page lives. So the build serves every chunk twice: after a
 * failure everything is loaded from this folder, whose files import each other.
 */
let folder = "";

/** Tries a second time after a failure; so does the next call. */
export function loadChunk<Name extends keyof Chunks>(name: Name): Promise<Chunks[Name]> {
  asked[name] ??= load(name)
    .catch(() => {
      folder = "again/";
      return load(name);
    })
    .catch((error) => {
      delete asked[name];
      throw error;
    });
  return asked[name] as Promise<Chunks[Name]>;
}

async function load(name: keyof Chunks): Promise<unknown> {
  let href = (home || document.baseURI).replace(/[^/?#]*([?#].*)?$/, folder + FILES[name]);
  // A failed fetch is not remembered, so it checks the address before the import uses it up. "" is none, and fails.
  if (folder && !(await fetch(href)).ok) href = "";
  return import(/* @vite-ignore */ href);
}
