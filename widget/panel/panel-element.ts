import type { ReactiveController, ReactiveControllerHost } from "lit";
import { render } from "lit/html.js";

/** A press that has become no click by then becomes none, milliseconds. */
const PRESS_MS = 1_000;

/**
 * The part of Lit's `LitElement` that one component needs, with the same names and order: one update for all changes of a
 * turn, the first once it is in a document; the controllers' `hostUpdate`, `render`, their `hostUpdated`, `updated`.
 * Left out are attributes, properties that request an update by themselves (`show()` in panel.ts takes all at once), and
 * telling directives of a disconnect: nothing here needs them.
 * See docs/decisions/0018-budgets.md.
 */
export abstract class PanelElement extends HTMLElement implements ReactiveControllerHost {
  readonly renderRoot: ShadowRoot = this.attachShadow({ mode: "open" });
  readonly #controllers = new Set<ReactiveController>();
  #isUpdatePending = false;
  /** Until the press on a button is a click, which it becomes only where the button stays: what moves it is not drawn yet. */
  #press: unknown;
  #updatePromise = Promise.resolve(true);

  constructor() {
    super();
    const { renderRoot } = this;
    renderRoot.addEventListener("pointerdown", ({ target }) => {
      // Push-to-talk shows at once that it is held.
      if ((target as Element).closest("button:not(.talk)"))
        this.#press = new Promise((over) => {
          renderRoot.addEventListener("click", over, { once: true });
          setTimeout(over, PRESS_MS);
        });
    });
  }

  /** Resolves when the update is drawn, to false if another one was requested meanwhile. Rejects with what the update threw. */
  get updateComplete(): Promise<boolean> {
    return this.#updatePromise;
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
    if (this.isConnected) controller.hostConnected?.();
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  connectedCallback(): void {
    this.requestUpdate();
    for (const one of this.#controllers) one.hostConnected?.();
  }

  disconnectedCallback(): void {
    for (const one of this.#controllers) one.hostDisconnected?.();
  }

  /**
   * Requests made before `render` returns join the present update; later ones are another. Outside of a document there is
   * none: it is drawn as it comes into one.
   */
  requestUpdate(): void {
    if (this.#isUpdatePending || !this.isConnected) return;
    this.#isUpdatePending = true;
    this.#updatePromise = this.#enqueueUpdate(this.#updatePromise);
  }

  async #enqueueUpdate(before: Promise<boolean>): Promise<boolean> {
    await before.catch((error) => {
      // The page's handler for unhandled rejections gets it, and later updates go on.
      Promise.reject(error);
    });
    await this.#press;
    let template: unknown;
    try {
      for (const one of this.#controllers) one.hostUpdate?.();
      template = this.render();
    } finally {
      this.#isUpdatePending = false;
    }
    render(template, this.renderRoot);
    for (const one of this.#controllers) one.hostUpdated?.();
    this.updated();
    return !this.#isUpdatePending;
  }

  /** Returns what the element shows, and must change nothing. */
  protected abstract render(): unknown;

  /** Called when the update is drawn. */
  protected abstract updated(): void;
}
