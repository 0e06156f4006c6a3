import { loadChunk } from "#chunks";
import type { PanelController } from "../panel/panel-controller.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { hintOwner } from "./owner-hint.ts";

/** Loads the panel with its controller, on the first intent. */
export class PanelLoader {
  controller: PanelController | null = null;
  busy = false;
  failed = false;
  readonly #host: WidgetHost;
  readonly #settled: () => void;

  /** `settled` hears when loading has succeeded or failed. */
  constructor(host: WidgetHost, settled: () => void) {
    this.#host = host;
    this.#settled = settled;
  }

  /** Loads once; after a failure the next intent tries again. Never rejects. */
  async load(): Promise<void> {
    if (this.controller || this.busy) return;
    this.busy = true;
    try {
      const { createPanel: createPanelController } = await loadChunk("panel");
      this.controller = await createPanelController(this.#host);
    } catch (error) {
      hintOwner("no_panel", (error as Error).message);
    }
    this.failed = !this.controller;
    this.busy = false;
    this.#settled();
  }
}
