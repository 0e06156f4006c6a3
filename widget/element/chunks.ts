/**
 * What comes later, each chunk found beside the loader's own address and asked for once.
 * After a failure the next call asks again, under another address, since browsers remember a failed import.
 */
interface Chunks {
  panel: typeof import("../parts/panel-entry.ts");
  engine: typeof import("../session/engine-entry.ts");
  bubble: typeof import("../parts/bubble-entry.ts");
  debug: typeof import("../debug/debug-entry.ts");
}

const FILES: Record<keyof Chunks, string> = {
  panel: __PANEL_CHUNK__,
  engine: __ENGINE_CHUNK__,
  bubble: __BUBBLE_CHUNK__,
  debug: __DEBUG_CHUNK__,
};

let home = "";
const asked: { [Name in keyof Chunks]?: Promise<Chunks[Name]> } = {};
let failures = 0;

/** Called once by the loader. */
export function setChunkHome(loaderUrl: string): void {
  home = loaderUrl;
}

/** The origin that the loader came from, or empty where there is none. */
export const homeOrigin = (): string => (/^https?:/.test(home) ? new URL(home).origin : "");

export function loadChunk<Name extends keyof Chunks>(name: Name): Promise<Chunks[Name]> {
  const chunks: Partial<Record<keyof Chunks, Promise<unknown>>> = asked;
  chunks[name] ??= load(name);
  return chunks[name] as Promise<Chunks[Name]>;
}

function load(name: keyof Chunks): Promise<unknown> {
  const url = new URL(FILES[name], home || document.baseURI);
  if (failures) url.searchParams.set("retry", String(failures));
  return import(/* @vite-ignore */ url.href).catch((error) => {
    failures++;
    delete asked[name];
    throw error;
  });
}
