import type { ReactiveController, ReactiveControllerHost } from "lit";
import { render } from "lit/html.js";

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
  readonly #renderOptions = { host: this };
  #isUpdatePending = false;
  #enableUpdating!: (enabled: boolean) => void;
  #updatePromise = new Promise<boolean>((resolve) => {
    this.#enableUpdating = resolve;
  });

  constructor() {
    super();
    this.requestUpdate();
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
    this.#enableUpdating(true);
    for (const one of this.#controllers) one.hostConnected?.();
  }

  disconnectedCallback(): void {
    for (const one of this.#controllers) one.hostDisconnected?.();
  }

  /** Requests made before `render` returns join the present update; later ones are another. */
  requestUpdate(): void {
    if (this.#isUpdatePending) return;
    this.#isUpdatePending = true;
    this.#updatePromise = this.#enqueueUpdate(this.#updatePromise);
  }

  async #enqueueUpdate(before: Promise<boolean>): Promise<boolean> {
    try {
      await before;
    } catch (error) {
      // The page's handler for unhandled rejections gets it, and later updates go on.
      Promise.reject(error);
    }
    this.#performUpdate();
    return !this.#isUpdatePending;
  }

  #performUpdate(): void {
    let template: unknown;
    try {
      for (const one of this.#controllers) one.hostUpdate?.();
      template = this.render();
    } finally {
      this.#isUpdatePending = false;
    }
    render(template, this.renderRoot, this.#renderOptions);
    for (const one of this.#controllers) one.hostUpdated?.();
    this.updated();
  }

  /** Returns what the element shows, and must change nothing. */
  protected abstract render(): unknown;

  /** Called when the update is drawn. */
  protected abstract updated(): void;
}
