import { asRecord, isText } from "../config/overlay.ts";

const COLOR = /^#[\da-f]{6}$/i;
const system = matchMedia("(prefers-color-scheme: dark)");

/**
 * Puts the owner's look on the element as the service reckoned it: `--_own-*` in a `:host` rule, through CSSOM only, so that
 * no value can end its declaration. The style sheet prefers what the page itself sets as `--voice-widget-*`, wherever that
 * stands: nothing of the page is asked for it, which would cost it a layout.
 */
export class LauncherTheme {
  readonly style: CSSStyleDeclaration;
  dark = false;

  constructor(sheet: CSSStyleSheet) {
    this.style = (sheet.cssRules[sheet.insertRule(":host{}", sheet.cssRules.length)] as CSSStyleRule).style;
  }

  /** @param answer of `GET /config`, unchecked. */
  apply(theme: string, answer: unknown): void {
    this.dark = theme === "dark" || (theme === "auto" && system.matches);
    const { widget_config, look } = asRecord(answer);
    const { fontFamily, ...tokens } = asRecord(asRecord(widget_config).designTokens);
    const colors = asRecord(asRecord(look)[this.dark ? "dark" : "light"]);
    for (const [name, value] of Object.entries(tokens))
      if (Number.isFinite(value)) this.#set(name, name === "zIndex" ? `${value}` : `${value}px`);
    for (const [name, value] of Object.entries(colors))
      if (COLOR.test(value as string)) this.#set(name, value as string);
    if (isText(fontFamily)) this.#set("fontFamily", fontFamily);
    this.style.setProperty("color-scheme", this.dark ? "dark" : "light");
  }

  /** Calls `repaint` when the system's theme changes, until the signal aborts. */
  watch(repaint: () => void, until: AddEventListenerOptions): void {
    system.addEventListener("change", repaint, until);
  }

  #set(name: string, value: string): void {
    this.style.setProperty(`--_own-${name}`, value);
  }
}
