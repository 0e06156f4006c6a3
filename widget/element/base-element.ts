import { kebab } from "../config/attribute.ts";

/** `apiKey` ↔ `api-key`: every property is also an attribute, and both may change at any time. */
const PROPERTIES = [
  "apiKey",
  "baseUrl",
  "agentId",
  "model",
  "voice",
  "context",
  "userId",
  "userHash",
  "locale",
  "theme",
  "placement",
  "preload",
  "debug",
] as const;
export type Property = (typeof PROPERTIES)[number];

/**
 * Attributes and properties of `<voice-widget>`, and nothing else. Lit's `ReactiveElement` would do the same with 3 KB more
 * before the click, half of what a page loads.
 */
export abstract class BaseElement extends HTMLElement {
  /**
   * With one of its own: a morph of the page takes away what its markup does not have, and all is written again then. And
   * with those that pages write, which are taken away.
   */
  static readonly observedAttributes = [...PROPERTIES.map(kebab), "data-placement", "inert", "aria-hidden"];

  /** As the page wrote them, by attribute; an absent one is null. */
  readonly #raw: Record<string, unknown> = {};
  #scheduled = false;

  /** Applies all changes. Also called once when the element is connected, before the browser paints. */
  protected abstract update(): void;

  connectedCallback(): void {
    for (const name of PROPERTIES) {
      // Set before the element was defined: an own property hides the accessor. It is newer than the attribute.
      if (Object.hasOwn(this, name)) {
        const value = (this as Record<string, unknown>)[name];
        delete (this as Record<string, unknown>)[name];
        (this as Record<string, unknown>)[name] = value;
      }
    }
    this.#update();
  }

  attributeChangedCallback(attribute: string, before: string | null, value: string | null): void {
    if (value !== before) this.#set(attribute, value);
  }

  #set(attribute: string, value: unknown): void {
    this.#raw[attribute] = value;
    this.requestUpdate();
  }

  /** Requests one update for all changes of a turn. An element outside of a document updates when it is connected. */
  requestUpdate(): void {
    if (!this.#scheduled) queueMicrotask(() => this.#scheduled && this.isConnected && this.#update());
    this.#scheduled = true;
  }

  #update(): void {
    this.#scheduled = false;
    this.update();
  }

  static {
    for (const name of PROPERTIES) {
      const attribute = kebab(name);
      Object.defineProperty(BaseElement.prototype, name, {
        // Else a `value` that the page gave to all objects would be one of this accessor.
        __proto__: null,
        get(this: BaseElement) {
          return this.#raw[attribute] ?? null;
        },
        set(this: BaseElement, value: unknown) {
          this.#set(attribute, value);
        },
      } as PropertyDescriptor);
    }
  }
}
