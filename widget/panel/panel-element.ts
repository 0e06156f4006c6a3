import type { ReactiveController, ReactiveControllerHost } from "lit";
import { render } from "lit/html.js";

/**
 * The part of Lit's `LitElement` that one component needs, with its words and its order: one update for all changes of a turn,
 * the first when it has come into a document; the controllers' `hostUpdate`, `render`, their `hostUpdated`, `updated`.
 * Attributes are left out, and so is telling directives that the element has gone: none of ours waits for something.
 * See docs/decisions/0018-budgets.md.
 */
export abstract class PanelElement extends HTMLElement implements ReactiveControllerHost {
  readonly renderRoot: ShadowRoot = this.attachShadow({ mode: "open" });
  readonly #controllers = new Set<ReactiveController>();
  readonly #values: Record<string, unknown> = {};
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

  /** Makes it a property that asks for an update when it changes. The class declares it, and gives it no value of its own. */
  protected static createProperty(name: string): void {
    // biome-ignore lint/complexity/noThisInStatic: it is the component's class, not this one.
    Object.defineProperty(this.prototype, name, {
      get(this: PanelElement) {
        return this.#values[name];
      },
      set(this: PanelElement, value: unknown) {
        if (Object.is(value, this.#values[name])) return;
        this.#values[name] = value;
        this.requestUpdate();
      },
    });
  }

  /** Resolves when what was asked for is drawn: with false where another update was asked for by then. Rejects as it threw. */
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

  /** Asked for before `render` has answered, it joins the present update; after it, it is another. */
  requestUpdate(): void {
    if (this.#isUpdatePending) return;
    this.#isUpdatePending = true;
    this.#updatePromise = this.#enqueueUpdate(this.#updatePromise);
  }

  async #enqueueUpdate(before: Promise<boolean>): Promise<boolean> {
    try {
      await before;
    } catch (error) {
      // It stays one that nobody has handled, and stops nothing.
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

  /** Answers with what the element shows, and changes nothing. */
  protected abstract render(): unknown;

  /** It stands in the document. */
  protected abstract updated(): void;
}
