import type { ReactiveController, ReactiveControllerHost } from "lit";

interface ScrollHost extends ReactiveControllerHost {
  renderRoot: HTMLElement | DocumentFragment;
}

/** Pixels from the end that still count as being there. */
const NEAR = 48;

/** Keeps the newest message in sight, unless the visitor has scrolled back to read. */
export class ScrollController implements ReactiveController {
  readonly #host: ScrollHost;
  #atEnd = true;

  constructor(host: ScrollHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const list = this.#list;
    if (list) this.#atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  }

  hostUpdated(): void {
    const list = this.#list;
    if (list && this.#atEnd) list.scrollTop = list.scrollHeight;
  }

  get #list(): HTMLElement | null {
    return this.#host.renderRoot?.querySelector<HTMLElement>(".transcript") ?? null;
  }
}
