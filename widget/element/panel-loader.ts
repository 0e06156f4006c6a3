import { loadChunk } from "#chunks";
import type { PanelController } from "../panel/panel-controller.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { hintOwner } from "./owner-hint.ts";

/** Loads the panel with its controller, on the first intent. */
export class PanelLoader {
  controller: PanelController | null = null;
  loading = false;
  failed = false;
  readonly #host: WidgetHost;
  readonly #settled: () => void;

  /** `settled` hears when loading has succeeded or failed. */
  constructor(host: WidgetHost, settled: () => void) {
    this.#host = host;
    this.#settled = settled;
  }

  /** Loads once; after a failure the next intent tries again. */
  load(): void {
    if (this.controller || this.loading) return;
    this.loading = true;
    loadChunk("panel")
      .then(({ createPanelController }) => createPanelController(this.#host))
      .then(
        (controller) => {
          this.controller = controller;
          this.failed = false;
        },
        (error: Error) => {
          hintOwner("no_panel", error.message);
          this.failed = true;
        },
      )
      .finally(() => {
        this.loading = false;
        this.#settled();
      });
  }
}
