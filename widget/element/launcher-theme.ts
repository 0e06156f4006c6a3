import { kebab } from "../config/attribute.ts";
import { asRecord, isText } from "../config/overlay.ts";

const COLOR = /^#[\da-f]{6}$/i;

/** The look of the house, for a launcher that has no answer of the service. */
const COLORS = { accent: "#2f5bea", "on-accent": "#ffffff", "accent-edge": "#2f5bea", bg: "#ffffff", ink: "#2f5bea" };
const TOKENS = {
  fontFamily: "system-ui, sans-serif",
  fontSize: 15,
  launcherRadius: 32,
  offset: 20,
  width: 384,
  height: 620,
  zIndex: 2_147_483_000,
};

/**
 * Puts the owner's look on the element as the service reckoned it: `--_*` in a `:host` rule, through CSSOM only, so that no
 * value can end its declaration. CSS itself prefers what the page sets as `--voice-widget-*`, wherever that stands: nothing of
 * the page is asked for it, which would cost it a layout.
 */
export class LauncherTheme {
  readonly #sheet: CSSStyleSheet;
  readonly #rule: number;
  readonly #system = matchMedia("(prefers-color-scheme: dark)");
  dark = false;

  constructor(sheet: CSSStyleSheet) {
    this.#sheet = sheet;
    this.#rule = sheet.insertRule(":host{}", sheet.cssRules.length);
  }

  /** To be asked for anew after `renew()`. */
  get style(): CSSStyleDeclaration {
    return (this.#sheet.cssRules[this.#rule] as CSSStyleRule).style;
  }

  /** @param answer of `GET /config`, unchecked. */
  apply(theme: string | undefined, answer: unknown): void {
    this.dark = theme === "dark" || (theme === "auto" && this.#system.matches);
    this.style.setProperty("color-scheme", this.dark ? "dark" : "light");
    const { widget_config, look } = asRecord(answer);
    const colors = { ...COLORS, ...asRecord(asRecord(look)[this.dark ? "dark" : "light"]) };
    for (const [name, color] of Object.entries(colors)) if (COLOR.test(color)) this.#set(name, color);
    const tokens = { ...TOKENS, ...asRecord(asRecord(widget_config).designTokens) };
    for (const [name, value] of Object.entries(tokens)) {
      if (Number.isFinite(value)) this.#set(kebab(name), name === "zIndex" ? value : `${value}px`);
    }
    if (isText(tokens.fontFamily)) this.#set("font-family", tokens.fontFamily);
    this.renew();
  }

  /** WebKit keeps what it once made of a `:host` rule, however the rule is changed; a new rule it reads. */
  renew(): void {
    const { cssText } = this.#sheet.cssRules[this.#rule] as CSSRule;
    this.#sheet.deleteRule(this.#rule);
    this.#sheet.insertRule(cssText, this.#rule);
  }

  /** Calls `repaint` when the system's theme changes, until the signal aborts. */
  watch(repaint: () => void, until: AddEventListenerOptions): void {
    this.#system.addEventListener("change", repaint, until);
  }

  /** `--_page-*` follows from what the page sets: see the style sheet. */
  #set(name: string, value: unknown): void {
    this.style.setProperty(`--_${name}`, `var(--voice-widget-${name}, var(--_page-${name}, ${value}))`);
  }
}
