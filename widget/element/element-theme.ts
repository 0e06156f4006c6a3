import { readTokens } from "../config/read-tokens.ts";
import { TokenSheet } from "./token-sheet.ts";

/** Paints the element with the owner's tokens, light or dark, and anew when the system or the page's styles change. */
export class ElementTheme {
  readonly #element: HTMLElement;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #tokens: TokenSheet;
  readonly #look: () => { theme: string; designTokens: unknown };

  /** `look` is asked each time anew; `sheet` and `probe` as `TokenSheet` wants them. */
  constructor(
    element: HTMLElement,
    sheet: CSSStyleSheet,
    probe: HTMLElement,
    look: () => { theme: string; designTokens: unknown },
  ) {
    this.#element = element;
    this.#tokens = new TokenSheet(sheet, probe);
    this.#look = look;
  }

  /** Until the signal aborts. */
  watch(signal: AbortSignal): void {
    this.#dark.addEventListener("change", this.apply, { signal });
    // A stylesheet of the page that comes late may set custom properties.
    addEventListener("load", this.apply, { once: true });
  }

  readonly apply = (): void => {
    const { theme, designTokens } = this.#look();
    const dark = theme === "dark" || (theme === "auto" && this.#dark.matches);
    this.#tokens.apply(this.#element, readTokens(designTokens), dark);
  };
}
