import { COLORS } from "../config/color-tokens.ts";
import { asRecord } from "../config/overlay.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import { seeGround } from "./page-ground.ts";
import type { WidgetHost } from "./widget-host.ts";

const pageColors = new LazyChunk(() => import("./page-colors.ts"));

/**
 * Has the panel painted with colours that can be read, also where the page sets them, or where the service has not answered.
 * It reads the page's styles, which costs a layout: the launcher does without, see widget/element/launcher-look.ts.
 */
export class PanelTheme {
  readonly #host: WidgetHost;
  readonly #sheet: CSSStyleSheet;

  constructor(host: WidgetHost) {
    this.#host = host;
    this.#sheet = host.addStyles("");
    // A style sheet of the page that loads late may set custom properties.
    if (document.readyState !== "complete") addEventListener("load", () => this.apply(), { once: true });
    this.apply();
  }

  apply(): void {
    const { config, element, dock, isDark } = this.#host;
    seeGround(element);
    const { look, widget_config } = asRecord(config.answer);
    const page = getComputedStyle(element);
    this.#sheet.replaceSync(".root{}");
    const rule = this.#sheet.cssRules[0] as CSSStyleRule;
    // In pixels: `--_font-size` is in em, and a slot inside would multiply it once more.
    rule.style.setProperty("--voice-widget-font-size", getComputedStyle(dock).fontSize);
    if (!look || COLORS.split(" ").some((token) => page.getPropertyValue(`--voice-widget-${token}`)))
      void pageColors.load().then((chunk) => {
        // What arrives after the next call finds its rule gone.
        if (rule.parentStyleSheet)
          chunk?.paint(rule.style, element, dock, asRecord(widget_config).designTokens, isDark());
      });
  }
}
