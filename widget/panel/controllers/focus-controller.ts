import type { ReactiveController, ReactiveControllerHost } from "lit";

interface FocusHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
}

/** What is read next when it takes the place of the control that was pressed. */
const NEXT = ".consent, .contact-sent";
const CONTROL = "button, a[href], input, select, textarea, [tabindex]";

/**
 * Keeps the focus inside the panel when the focused control disappears, as "Start call" does when it is pressed: otherwise
 * Escape and Tab would begin at the top of the page. It goes to what took its place, or stays near.
 */
export class FocusController implements ReactiveController {
  readonly #host: FocusHost;
  /** The focused element, and what it stands in, from the inside. */
  #path: Element[] = [];

  constructor(host: FocusHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#path = [];
    for (let at = this.#host.renderRoot.activeElement; at; at = at.parentElement) this.#path.push(at);
  }

  hostUpdated(): void {
    const [before] = this.#path;
    if (!before || (before.isConnected && !before.closest("[hidden]"))) return;
    // What is hidden keeps the focus until the next frame.
    (before as HTMLElement).blur();
    const { renderRoot } = this.#host;
    const near = this.#path
      .filter(({ isConnected, className }) => isConnected && className !== "body")
      .map((one) => (one.matches("[tabindex]") ? one : one.querySelector(CONTROL)));
    for (const next of [renderRoot.querySelector(NEXT), ...near]) {
      (next as HTMLElement | null)?.focus();
      // What is hidden takes no focus.
      if (renderRoot.activeElement) return;
    }
  }
}
