import { asRecord } from "../config/overlay.ts";
import { readTokens } from "../config/read-tokens.ts";
import { propertyName, propertyValue } from "../config/tokens.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import type { WidgetHost } from "./widget-host.ts";

const pageColors = new LazyChunk(() => import("./page-colors.ts"));

/**
 * Writes all of the owner's tokens as custom properties of the element, for the page's own slots and parts. They are in a
 * `:host` rule, which any rule of the page overrides; what the page sets further up, for example on `:root`, is left alone
 * and inherited. It reads the page's styles, which costs a layout: the launcher does without, see
 * widget/element/launcher-look.ts.
 */
export class PanelTheme {
  readonly #host: WidgetHost;
  readonly #sheet: CSSStyleSheet;

  constructor(host: WidgetHost) {
    this.#host = host;
    this.#sheet = host.addStyles("");
    // A style sheet of the page that loads late may set custom properties.
    addEventListener("load", () => this.apply(), { once: true });
    this.apply();
  }

  apply(): void {
    const { config, element, dock, isDark } = this.#host;
    const { look, widget_config } = asRecord(config.answer);
    const tokens = readTokens(asRecord(widget_config).designTokens);
    const colors = asRecord(asRecord(look)[isDark() ? "dark" : "light"]);
    const container = element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? document.documentElement;
    const inherited = getComputedStyle(container);
    const wanted = Object.entries(tokens).map(
      ([token, value]) => [propertyName(token), propertyValue(token, value, colors)] as const,
    );
    this.#sheet.replaceSync(":host{}");
    this.#write(wanted.filter(([name]) => !inherited.getPropertyValue(name)));
    const effective = getComputedStyle(element);
    if (wanted.some(([name, value]) => !value || effective.getPropertyValue(name) !== value))
      void pageColors.load().then((chunk) => {
        if (chunk) this.#write(chunk.pageColors(element, dock, tokens, isDark()));
      });
  }

  /** Through CSSOM only, so that no value can end its declaration. */
  #write(properties: Iterable<readonly [name: string, value: string]>): void {
    const { style } = this.#sheet.cssRules[0] as CSSStyleRule;
    for (const [name, value] of properties) style.setProperty(name, value);
    // WebKit ignores changes to a `:host` rule that it has parsed; a new rule it reads.
    this.#sheet.replaceSync((this.#sheet.cssRules[0] as CSSRule).cssText);
  }
}
