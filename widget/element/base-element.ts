import { kebab } from "../config/attribute.ts";
import { hintOwner } from "./owner-hint.ts";

/** `apiKey` ↔ `api-key`: every property is also an attribute, and live in both forms. */
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

const BY_ATTRIBUTE = new Map<string, Property>(PROPERTIES.map((name) => [kebab(name), name]));

/**
 * Attributes and properties of `<voice-widget>`, and nothing else. Lit's `ReactiveElement` would do the same for
 * 3 KB more before the click, a third of all that a page pays.
 */
export abstract class BaseElement extends HTMLElement {
  static readonly observedAttributes = [...BY_ATTRIBUTE.keys()];

  /** As the page wrote them; an absent attribute is null. */
  protected readonly raw: Partial<Record<Property, unknown>> = {};
  #own: [Property, unknown][] = [];
  #scheduled = false;

  constructor() {
    super();
    for (const name of PROPERTIES) {
      // Set before the element was defined: an own property that would hide the accessor.
      if (!Object.hasOwn(this, name)) continue;
      this.#own.push([name, this[name as keyof this]]);
      delete this[name as keyof this];
    }
  }

  /** Draws what has changed. Also called once when the element is connected, before the browser paints. */
  protected abstract update(): void;

  connectedCallback(): void {
    // Attributes have been read by now: what the page set as a property was set later.
    for (const [name, value] of this.#own.splice(0)) this.raw[name] = value;
    // HTML's own, frameworks' and accessibility's are in order; the rest is most likely misspelt.
    const unknown = this.getAttributeNames().filter(
      (name) => !BY_ATTRIBUTE.has(name) && !(name in this) && !/^(?:data-|aria-|class$|role$|tabindex$)/.test(name),
    );
    if (unknown[0]) hintOwner("attributes", ...unknown);
    this.update();
  }

  attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
    const name = BY_ATTRIBUTE.get(attribute);
    if (name) this.set(name, value);
  }

  protected set(name: Property, value: unknown): void {
    this.raw[name] = value;
    this.requestUpdate();
  }

  /** One update for all changes of a turn. */
  requestUpdate(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (this.isConnected) this.update();
    });
  }

  static {
    for (const name of PROPERTIES) {
      Object.defineProperty(BaseElement.prototype, name, {
        get(this: BaseElement) {
          return this.raw[name] ?? null;
        },
        set(this: BaseElement, value: unknown) {
          this.set(name, value);
        },
        configurable: true,
        enumerable: true,
      });
    }
  }
}
