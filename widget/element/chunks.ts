/**
 * The two chunks that come after the click, each found beside the loader's own address and asked for once.
 * After a failure the next call asks again, under another address, since browsers remember a failed import.
 */
type PanelChunk = typeof import("../parts/panel-entry.ts");
type EngineChunk = typeof import("../session/engine-entry.ts");

let home = "";
let panel: Promise<PanelChunk> | null = null;
let engine: Promise<EngineChunk> | null = null;
let failures = 0;

/** Called once by the loader. */
export function setChunkHome(loaderUrl: string): void {
  home = loaderUrl;
}

/** The origin that the loader came from, or empty where there is none. */
export const homeOrigin = (): string => (/^https?:/.test(home) ? new URL(home).origin : "");

function load<Chunk>(file: string, forget: () => void): Promise<Chunk> {
  const url = new URL(file, home || document.baseURI);
  if (failures) url.searchParams.set("retry", String(failures));
  const chunk = import(/* @vite-ignore */ url.href) as Promise<Chunk>;
  chunk.catch(() => {
    failures++;
    forget();
  });
  return chunk;
}

export function loadPanel(): Promise<PanelChunk> {
  panel ??= load<PanelChunk>(__PANEL_CHUNK__, () => {
    panel = null;
  });
  return panel;
}

export function loadEngine(): Promise<EngineChunk> {
  engine ??= load<EngineChunk>(__ENGINE_CHUNK__, () => {
    engine = null;
  });
  return engine;
}
