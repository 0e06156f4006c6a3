/** The chunks: each is found beside the loader's own address and asked for once. */
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

let home = "";
let loaderOrigin = "";
const asked: { [Name in keyof Chunks]?: Promise<Chunks[Name]> } = {};
/**
 * Firefox and Safari remember a failed import for as long as the page lives, also for whoever imports that file later.
 * The build therefore serves everything twice: after a failure all that is asked for comes from this folder, where
 * imports lead to each other.
 */
let folder = "";

/** Called once by the loader. */
export function setChunkHome(loaderUrl: string): void {
  home = loaderUrl;
  if (/^http/.test(home)) loaderOrigin = new URL(home).origin;
}

/** The origin that the loader came from, or empty where there is none. */
export const homeOrigin = (): string => loaderOrigin;

/** After a failure it tries once more by itself; the next call does, too. */
export function loadChunk<Name extends keyof Chunks>(name: Name): Promise<Chunks[Name]> {
  const chunks: Partial<Record<keyof Chunks, Promise<unknown>>> = asked;
  chunks[name] ??= load(name).catch(async () => {
    folder = "again/";
    try {
      return await load(name);
    } catch (error) {
      delete asked[name];
      throw error;
    }
  });
  return chunks[name] as Promise<Chunks[Name]>;
}

async function load(name: keyof Chunks): Promise<unknown> {
  const { href } = new URL(folder + FILES[name], home || document.baseURI);
  // Nobody remembers a failed fetch: so no address is spent while the network is away.
  if (folder) await fetch(href);
  return import(/* @vite-ignore */ href);
}
