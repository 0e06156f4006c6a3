import type { ReactiveController, ReactiveControllerHost } from "lit";

interface FocusHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
}

/**
 * Keeps the focus inside the panel when the focused button disappears, as "Start call" does when it is pressed: otherwise
 * Escape and Tab would begin at the top of the page.
 */
export class FocusController implements ReactiveController {
  readonly #host: FocusHost;
  #focused: Element | null = null;

  constructor(host: FocusHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.renderRoot.activeElement;
  }

  hostUpdated(): void {
    if (!this.#focused || this.#focused.isConnected) return;
    const { renderRoot } = this.#host;
    const next = renderRoot.querySelector<HTMLElement>(".consent") ?? renderRoot.querySelector<HTMLElement>(".panel");
    next?.focus();
  }
}
