import type { DesignTokens } from "../../shared/config.ts";
import { parseColor } from "../../shared/theme/contrast.ts";
import { paint, propertyName, tokenProperties } from "../config/tokens.ts";

/**
 * Puts the tokens on the host as custom properties, through CSSOM only, so that no value can end its declaration.
 * They stand in a `:host` rule of the shadow root, which any rule of the page overrules; what the page sets further up,
 * on `:root` say, is left alone and inherited.
 */
export class TokenSheet {
  readonly #style: CSSStyleDeclaration;
  readonly #probe: HTMLElement;

  /** `probe` is any element of the shadow root; its `color` is free for use. */
  constructor(sheet: CSSStyleSheet, probe: HTMLElement) {
    this.#probe = probe;
    this.#style = (sheet.cssRules[sheet.insertRule(":host{}", sheet.cssRules.length)] as CSSStyleRule).style;
  }

  apply(host: HTMLElement, tokens: DesignTokens, dark: boolean): void {
    const container = host.parentElement ?? (host.getRootNode() as ShadowRoot).host ?? document.documentElement;
    const inherited = getComputedStyle(container);
    for (const [name, value] of tokenProperties(tokens, dark)) {
      if (inherited.getPropertyValue(name)) this.#style.removeProperty(name);
      else this.#style.setProperty(name, value);
    }
    const effective = getComputedStyle(host);
    const painted = paint((token) => this.#resolve(effective.getPropertyValue(propertyName(token)).trim()));
    for (const [name, value] of painted) this.#style.setProperty(name, value);
    this.#style.setProperty("color-scheme", dark ? "dark" : "light");
  }

  /** A page may write any CSS colour; the browser turns it into numbers. */
  #resolve(value: string): string {
    if (parseColor(value)) return value;
    this.#probe.style.color = value;
    const computed = getComputedStyle(this.#probe).color;
    this.#probe.style.color = "";
    return computed;
  }
}
