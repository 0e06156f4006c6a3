import { parseColor } from "../../shared/theme/contrast.ts";
import { readTokens } from "../config/read-tokens.ts";
import { paint, propertyName, tokenProperties } from "../config/tokens.ts";

/**
 * Puts the owner's tokens on the element as custom properties, through CSSOM only, so that no value can end its
 * declaration. They stand in a `:host` rule of the shadow root, which any rule of the page overrules; what the page sets
 * further up, on `:root` say, is left alone and inherited.
 */
export class ElementTheme {
  readonly #host: HTMLElement;
  readonly #style: CSSStyleDeclaration;
  readonly #probe: HTMLElement;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  #theme = "";
  #tokens: unknown;

  /** `probe` is any element of the shadow root; its `color` is free for use. */
  constructor(host: HTMLElement, sheet: CSSStyleSheet, probe: HTMLElement) {
    this.#host = host;
    this.#probe = probe;
    this.#style = (sheet.cssRules[sheet.insertRule(":host{}", sheet.cssRules.length)] as CSSStyleRule).style;
  }

  /** Paints anew when the system or the page's styles change, until the signal aborts. */
  watch(until: { signal: AbortSignal }): void {
    this.#dark.addEventListener("change", this.#paint, until);
    // A stylesheet of the page that comes late may set custom properties.
    addEventListener("load", this.#paint, { once: true });
  }

  /** `tokens` as the service stores them. */
  apply(theme: string, tokens: unknown): void {
    this.#theme = theme;
    this.#tokens = tokens;
    this.#paint();
  }

  readonly #paint = () => {
    const host = this.#host;
    const style = this.#style;
    const dark = this.#theme === "dark" || (this.#theme === "auto" && this.#dark.matches);
    const container = host.parentElement ?? (host.getRootNode() as ShadowRoot).host ?? document.documentElement;
    const inherited = getComputedStyle(container);
    for (const [name, value] of tokenProperties(readTokens(this.#tokens), dark)) {
      if (inherited.getPropertyValue(name)) style.removeProperty(name);
      else style.setProperty(name, value);
    }
    const effective = getComputedStyle(host);
    const painted = paint((token) => this.#resolve(effective.getPropertyValue(propertyName(token)).trim()));
    for (const [name, value] of painted) style.setProperty(name, value);
    style.setProperty("color-scheme", dark ? "dark" : "light");
  };

  /** A page may write any CSS colour; the browser turns it into numbers. */
  #resolve(value: string): string {
    if (parseColor(value)) return value;
    this.#probe.style.color = value;
    const computed = getComputedStyle(this.#probe).color;
    this.#probe.style.color = "";
    return computed;
  }
}
