import { asRecord } from "../config/overlay.ts";
import { readTokens } from "../config/read-tokens.ts";
import { propertyName, propertyValue } from "../config/tokens.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import type { WidgetHost } from "./widget-host.ts";

const pageColors = new LazyChunk(() => import("./page-colors.ts"));

/**
 * Publishes the owner's tokens as custom properties, for the page's own slots and parts. They are written inside the shadow
 * root: on the element itself they would be read back as the page's, and hide what the page sets further up. The widget's
 * own styles never read them. It reads the page's styles, which costs a layout: the launcher does without, see
 * widget/element/launcher-look.ts.
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
    const { look, widget_config } = asRecord(config.answer);
    const tokens = readTokens(asRecord(widget_config).designTokens);
    const colors = asRecord(asRecord(look)[isDark() ? "dark" : "light"]);
    const page = getComputedStyle(element);
    const wanted = Object.entries(tokens).map(
      ([token, value]) => [propertyName(token), propertyValue(token, value, colors)] as const,
    );
    const own = wanted.filter(([name, value]) => value && !page.getPropertyValue(name));
    this.#sheet.replaceSync(".root{}");
    const rule = this.#sheet.cssRules[0] as CSSStyleRule;
    write(rule.style, own);
    if (own.length < wanted.length)
      void pageColors.load().then((chunk) => {
        // What arrives after the next call finds its rule gone.
        if (chunk && rule.parentStyleSheet) write(rule.style, chunk.pageColors(element, dock, tokens, isDark()));
      });
  }
}

/** Through CSSOM only, so that no value can end its declaration. */
function write(style: CSSStyleDeclaration, properties: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of properties) style.setProperty(name, value);
}
