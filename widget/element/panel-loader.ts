import { loadChunk } from "#chunks";
import type { PanelController } from "../panel/panel-controller.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { hintOwner } from "./owner-hint.ts";

export interface PanelLoader {
  readonly controller: PanelController | null;
  readonly busy: boolean;
  readonly failed: boolean;
  /** Loads once; after a failure the next intent tries again. Never rejects. */
  load(): Promise<void>;
}

/** Loads the panel with its controller, on the first intent. `settled` hears when that has succeeded or failed. */
export function createPanelLoader(host: WidgetHost, settled: () => void): PanelLoader {
  const loader = {
    controller: null as PanelController | null,
    busy: false,
    failed: false,
    async load() {
      if (loader.controller || loader.busy) return;
      loader.busy = true;
      try {
        loader.controller = await (await loadChunk("panel")).createPanel(host);
      } catch (error) {
        hintOwner("no_panel", (error as Error).message);
      }
      loader.failed = !loader.controller;
      loader.busy = false;
      settled();
    },
  };
  return loader;
}
