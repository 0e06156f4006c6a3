import { loadChunk } from "#chunks";
import type { PanelController } from "../panel/panel-controller.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { hintOwner } from "./owner-hint.ts";

type ControllerCall = (controller: PanelController) => void;

/** Loads the panel with its controller on the first intent; calls wait for it. */
export class PanelLoader {
  controller: PanelController | null = null;
  loading = false;
  failed = false;
  /** What the page has set up; waits as long as it takes. */
  #setup: ControllerCall[] = [];
  /** What should happen now: given up when it cannot. */
  #urgent: ControllerCall[] = [];
  readonly #host: WidgetHost;
  readonly #settled: () => void;

  /** `settled` hears when loading has succeeded or failed. */
  constructor(shell: WidgetHost, settled: () => void) {
    this.#host = shell;
    this.#settled = settled;
  }

  /** Does it as soon as it is possible, without loading anything for it. */
  whenLoaded(call: ControllerCall): void {
    if (this.controller) call(this.controller);
    else this.#setup.push(call);
  }

  call(call: ControllerCall): void {
    if (this.controller) {
      call(this.controller);
    } else {
      this.#urgent.push(call);
      this.load();
    }
  }

  dropCalls(): void {
    this.#urgent = [];
  }

  /** Loads once; after a failure the next intent tries again. */
  load(): void {
    if (this.controller || this.loading) return;
    this.loading = true;
    loadChunk("panel")
      .then(({ createPanelController: attend }) => attend(this.#host))
      .then(
        (controller) => {
          this.controller = controller;
          this.failed = false;
        },
        (error: Error) => {
          hintOwner("no_panel", error.message);
          this.failed = true;
          this.dropCalls();
        },
      )
      .finally(() => {
        this.loading = false;
        this.#settled();
        const { controller } = this;
        if (!controller) return;
        controller.preload();
        for (const call of [...this.#setup.splice(0), ...this.#urgent.splice(0)]) call(controller);
      });
  }
}
